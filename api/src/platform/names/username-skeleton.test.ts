import fc from 'fast-check'
import { registerCall } from 'shared/contract/accounts'
import { PASSWORD, registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse } from '../../../test/support/test-server.ts'
import { usernameSkeleton } from './username-skeleton.ts'

afterEach(closeTestServers)

const lookAlikes = [
  ['paula', 'Paula'],
  ['paula', 'p\u0430ula'],
  ['paula', '\u0440aula'],
  ['paula', 'pau1a'],
  ['marcos', 'rnarcos'],
  ['oscar', '0scar'],
  ['sofia', 's\u03bffia'],
  ['jos\u00e9', 'jose\u0301'],
] as const

test.each(lookAlikes)('the usernames %s and %s look alike and have one skeleton', (one, other) => {
  expect(usernameSkeleton(one)).toBe(usernameSkeleton(other))
})

test.each([
  ['paula', 'paulo'],
  ['jose', 'jos\u00e9'],
  ['ana', 'anna'],
  ['nina', 'ni\u00f1a'],
])('the usernames %s and %s have different skeletons', (one, other) => {
  expect(usernameSkeleton(one)).not.toBe(usernameSkeleton(other))
})

test('case and invisible characters do not change the skeleton of a username', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z0-9]{1,20}$/),
      fc.constantFrom('\u200b', '\u00ad', '\u3164', ''),
      (name, gap) => {
        expect(usernameSkeleton(`${name}${gap}`)).toBe(usernameSkeleton(name.toUpperCase()))
      },
    ),
  )
})

const account = (username: string) => ({
  username,
  first_name: 'Paula',
  last_name: 'Mora',
  email: 'otra@example.com',
  phone: '1',
  password: PASSWORD,
  password_confirmation: PASSWORD,
})

test.each([...lookAlikes, ['paula', 'pauIa']] as const)(
  'when the username %s exists, the API refuses the look-alike %s',
  async (known, other) => {
    const server = await openTestServer()
    await registerPerson(server, known)
    expect(await refuse(server, registerCall, { body: account(other) })).toMatchObject({
      status: 409,
      code: 'USERNAME_TAKEN',
    })
  },
)

test.each(['\u3164\u3164', 'pau\u200bla', 'pa\u202eula', 'pau\u2800la'])(
  'the API refuses a username with invisible characters: %j',
  async (username) => {
    const server = await openTestServer()
    const refused = await refuse(server, registerCall, { body: account(username) })
    expect(refused).toMatchObject({ code: 'VALIDATION', fields: { username: expect.any(String) } })
  },
)
