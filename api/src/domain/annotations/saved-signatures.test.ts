import { addSavedSignatureCall, deleteSavedSignatureCall, listSavedSignaturesCall } from 'shared/contract/annotations'
import { registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const add = (name: string) => {
    server.clock.advance(1000)
    return succeed(server, addSavedSignatureCall, { bearer, body: { way: 'typed', name, outlines: 'AAEC' } })
  }
  const names = async () => (await succeed(server, listSavedSignaturesCall, { bearer })).map(({ name }) => name)
  return { server, bearer, add, names }
}

test('a user saves signature drawings, lists the drawings newest first and deletes one', async () => {
  const { server, bearer, add, names } = await start()
  const first = await add('Ana Rojas')
  expect(first).toMatchObject({ way: 'typed', name: 'Ana Rojas', outlines: 'AAEC' })
  await add('A. R.')
  expect(await names()).toEqual(['A. R.', 'Ana Rojas'])
  await succeed(server, deleteSavedSignatureCall, { bearer, params: { signatureId: first.id } })
  expect(await names()).toEqual(['A. R.'])
})

test('an account can save at most five signature drawings', async () => {
  const { server, bearer, add, names } = await start()
  for (const name of ['1', '2', '3', '4', '5']) await add(name)
  const body = { way: 'drawn', name: '6', outlines: 'AAEC' } as const
  expect(await refuse(server, addSavedSignatureCall, { bearer, body })).toMatchObject({
    status: 409,
    code: 'SAVED_SIGNATURES_FULL',
  })
  expect(await names()).toHaveLength(5)
})

test('a user can neither see nor delete the saved signature drawings of another user', async () => {
  const { server, add, names } = await start()
  const { id } = await add('Ana Rojas')
  const { access_token: stranger } = await registerPerson(server, 'pedro')
  expect(await succeed(server, listSavedSignaturesCall, { bearer: stranger })).toEqual([])
  const params = { signatureId: id }
  expect(await refuse(server, deleteSavedSignatureCall, { bearer: stranger, params })).toMatchObject({ status: 404 })
  expect(await names()).toEqual(['Ana Rojas'])
})

test.each([
  ['no name', { name: ' ', outlines: 'AAEC' }],
  ['no outlines', { name: 'Ana', outlines: '' }],
  ['text that is not base64', { name: 'Ana', outlines: '<svg>' }],
  ['more than is allowed', { name: 'Ana', outlines: 'A'.repeat(200_004) }],
])('the API refuses to save a signature drawing with %s', async (_, part) => {
  const { server, bearer, names } = await start()
  const refusal = await refuse(server, addSavedSignatureCall, { bearer, body: { way: 'image', ...part } })
  expect(refusal.code).toBe('VALIDATION')
  expect(await names()).toEqual([])
})
