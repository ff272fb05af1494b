import { profileCall } from 'shared/contract'
import {
  addPasskeyCall,
  changeEmailCall,
  loginCall,
  passkeyLoginCall,
  provePasskeyCall,
  removePasskeyCall,
  type SecondStep,
  secondFactorsCall,
  secondStepCall,
  startPasskeyCall,
  startPasskeyLoginCall,
  startPasskeyProofCall,
} from 'shared/contract/accounts'
import { createAuthenticator, SITE } from '../../../../test/support/authenticator.ts'
import { PASSWORD, registerPerson } from '../../../../test/support/people.ts'
import { prove } from '../../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../../test/support/test-server.ts'

afterEach(closeTestServers)

const EVIL = 'https://trazo-example.evil.example'
const credentials = { username: 'lucia', password: PASSWORD }

const addTo = async (server: TestServer, bearer: string) => {
  const authenticator = createAuthenticator()
  const { token, options } = await succeed(server, startPasskeyCall, {
    bearer,
    body: { proof: await prove(server, bearer) },
  })
  const body = { token, name: 'Mi teléfono', passkey: authenticator.create(options) }
  const { recovery_codes } = await succeed(server, addPasskeyCall, { bearer, body })
  return { authenticator, recovery_codes, body }
}

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'lucia')
  return { server, bearer, ...(await addTo(server, bearer)) }
}

const stepOf = async ({ app }: TestServer): Promise<SecondStep> =>
  (await app.inject({ method: 'POST', url: loginCall.path, payload: credentials })).json().second_step

test('a passkey logs in without username or password, and its answer works once', async () => {
  const { server, authenticator } = await start()
  const { token, options } = await succeed(server, startPasskeyLoginCall)
  const body = { token, passkey: authenticator.use(options) }
  const { access_token: bearer } = await succeed(server, passkeyLoginCall, { body })
  expect(await succeed(server, profileCall, { bearer })).toMatchObject({ username: 'lucia' })
  expect((await refuse(server, passkeyLoginCall, { body })).code).toBe('SECOND_STEP_EXPIRED')
})

test('a passkey or a recovery code is the second step after the password', async () => {
  const { server, authenticator, recovery_codes } = await start()
  const { token, totp, options } = await stepOf(server)
  expect([totp, recovery_codes.length]).toEqual([false, 10])
  const passkey = authenticator.use(options ?? {})
  await succeed(server, secondStepCall, { body: { token, passkey } })
  const again = await stepOf(server)
  await succeed(server, secondStepCall, { body: { token: again.token, code: recovery_codes[0] ?? '' } })
})

describe('refused passkey answers', () => {
  const answer = async (origin: string) => {
    const { server, authenticator } = await start()
    const { token, options } = await succeed(server, startPasskeyLoginCall)
    return { server, token, options, passkey: authenticator.use(options, origin) }
  }

  test('the API refuses a passkey answer given to a page of another origin', async () => {
    const { server, token, passkey } = await answer(EVIL)
    expect((await refuse(server, passkeyLoginCall, { body: { token, passkey } })).code).toBe('PASSKEY_INVALID')
  })

  test('the API refuses a passkey answer to another challenge', async () => {
    const { server, passkey } = await answer(SITE)
    const { token } = await succeed(server, startPasskeyLoginCall)
    expect((await refuse(server, passkeyLoginCall, { body: { token, passkey } })).code).toBe('PASSKEY_INVALID')
  })

  test('the API refuses the answer of an unknown passkey', async () => {
    const { server, token, options } = await answer(SITE)
    const passkey = createAuthenticator().use(options)
    expect((await refuse(server, passkeyLoginCall, { body: { token, passkey } })).code).toBe('PASSKEY_INVALID')
  })

  test('the API refuses a passkey answer with a changed signature', async () => {
    const { server, token, passkey } = await answer(SITE)
    const signature = `${passkey.response.signature.slice(0, -4)}AAAA`
    const forged = { ...passkey, response: { ...passkey.response, signature } }
    expect((await refuse(server, passkeyLoginCall, { body: { token, passkey: forged } })).code).toBe('PASSKEY_INVALID')
  })

  test('the API refuses another account’s passkey as the second step', async () => {
    const { server } = await start()
    const { access_token } = await registerPerson(server, 'pedro')
    const pedros = await addTo(server, access_token)
    const { token, options } = await stepOf(server)
    const passkey = pedros.authenticator.use(options ?? {})
    expect((await refuse(server, secondStepCall, { body: { token, passkey } })).code).toBe('PASSKEY_INVALID')
  })
})

test('the API refuses to add a passkey of another origin or without a proof', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'lucia')
  expect((await refuse(server, startPasskeyCall, { bearer, body: { proof: 'x' } })).code).toBe('IDENTITY_NEEDED')
  const body = { proof: await prove(server, bearer) }
  const { token, options } = await succeed(server, startPasskeyCall, { bearer, body })
  const passkey = createAuthenticator().create(options, EVIL)
  const refused = await refuse(server, addPasskeyCall, { bearer, body: { token, name: 'Mi teléfono', passkey } })
  expect(refused.code).toBe('PASSKEY_INVALID')
  expect((await succeed(server, secondFactorsCall, { bearer })).passkeys).toEqual([])
})

test('another session cannot complete a passkey registration', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'lucia')
  const other = (await succeed(server, loginCall, { body: credentials })).access_token
  const body = { proof: await prove(server, bearer) }
  const { token, options } = await succeed(server, startPasskeyCall, { bearer, body })
  const passkey = createAuthenticator().create(options)
  const theirs = { bearer: other, body: { token, name: 'Mi teléfono', passkey } }
  expect((await refuse(server, addPasskeyCall, theirs)).code).toBe('SECOND_STEP_EXPIRED')
})

test('a passkey gives a proof of identity like the password, and removing it requires a proof', async () => {
  const { server, bearer, authenticator } = await start()
  const { token, options } = await succeed(server, startPasskeyProofCall, { bearer })
  const passkey = authenticator.use(options)
  const { proof } = await succeed(server, provePasskeyCall, { bearer, body: { token, passkey } })
  await succeed(server, changeEmailCall, { bearer, body: { email: 'otra@example.com', proof } })
  const [kept] = (await succeed(server, secondFactorsCall, { bearer })).passkeys
  expect(kept).toMatchObject({ name: 'Mi teléfono', last_used_at: '2026-01-31T18:00:00.000Z' })
  const params = { passkeyId: kept?.id ?? 0 }
  expect((await refuse(server, removePasskeyCall, { bearer, params, body: { proof: 'x' } })).code).toBe(
    'IDENTITY_NEEDED',
  )
  await succeed(server, removePasskeyCall, { bearer, params, body: { proof } })
  await succeed(server, loginCall, { body: credentials })
})
