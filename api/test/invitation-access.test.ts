import { type Call, downloadFileCall, getFieldCall, sendPdfEmailCall, validateInvitationCall } from 'shared/contract'
import { openUnsubscribeCall } from 'shared/contract/unsubscribe'
import {
  type InvitationScene,
  type InvitationState,
  invitationStates,
  openInvitationScene,
} from './access/invitation-states.ts'
import { registerPerson } from './support/people.ts'
import { closeTestServers, openTestServer, pathOf, type TestServer } from './support/test-server.ts'

const TIMEOUT = 60_000

let server: TestServer
let owner: number

beforeAll(async () => {
  server = await openTestServer()
  owner = (await registerPerson(server, 'olga')).user.id
}, TIMEOUT)
afterAll(closeTestServers)

interface Asked {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

const ask = async (call: Call, id: number, { method = call.method as 'GET', headers, query, body }: Asked = {}) => {
  const response = await server.app.inject({
    method,
    url: pathOf(call, { id, fieldId: id, invitationId: id, signatureId: id }),
    ...(query === undefined ? {} : { query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { payload: body }),
  })
  const isJson = /^application\/json/.test(String(response.headers['content-type'])) && response.body !== ''
  const code: unknown = isJson ? response.json().code : undefined
  return { status: response.statusCode, code, location: response.headers.location }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const readAll = async ({ document, field }: InvitationScene, headers: Readonly<Record<string, string>>) => ({
  download: (await ask(downloadFileCall, document.id, { headers })).status,
  part: (await ask(downloadFileCall, document.id, { headers: { ...headers, range: 'bytes=0-9' } })).status,
  head: (await ask(downloadFileCall, document.id, { headers, method: 'HEAD' })).status,
  field: (await ask(getFieldCall, field.id, { headers })).status,
})

const ownersReads = () =>
  server.app.routeTable.flatMap(({ rule }) =>
    rule !== undefined && rule.call.method === 'GET' && rule.access.kind === 'session' ? [rule.call] : [],
  )

const all = (status: number, part = status) => ({ download: status, part, head: status, field: status })

describe.each(invitationStates.map((state) => [state.name, state] as const))('an invitation that is %s', (_, state) => {
  let scene: InvitationScene
  beforeAll(async () => {
    scene = await openInvitationScene(server, owner)
    await state.reach(scene)
  }, TIMEOUT)

  const opens = ({ opens: to }: InvitationState): boolean => to === 'document'

  test('the link opens the document or returns the reason for the refusal', async () => {
    const { status, code } = await ask(validateInvitationCall, 0, { query: { token: scene.token } })
    expect({ status, code }).toEqual(
      opens(state) ? { status: 200, code: undefined } : { status: 410, code: state.opens },
    )
  })

  test('an earlier guest token reads the document only while the link opens the document', async () => {
    expect(await readAll(scene, bearer(scene.access))).toEqual(opens(state) ? all(200, 206) : all(410))
  })

  test('the link’s token reads only the bytes, and only while the link opens the document', async () => {
    const headers = { authorization: `Invitation ${scene.token}` }
    expect(await readAll(scene, headers)).toEqual({ ...(opens(state) ? all(200, 206) : all(401)), field: 401 })
    for (const call of ownersReads()) expect((await ask(call, scene.document.id, { headers })).status).toBe(401)
    const other = await openInvitationScene(server, owner)
    expect((await ask(downloadFileCall, other.document.id, { headers })).status).not.toBe(200)
  })

  test('the guest token opens no call of the owner', async () => {
    const calls = ownersReads()
    expect(calls.length).toBeGreaterThan(10)
    for (const call of calls) {
      const { status } = await ask(call, scene.document.id, { headers: bearer(scene.access) })
      expect([call.name, status]).toEqual([call.name, opens(state) ? 403 : 410])
    }
  })

  test('the API refuses to read the document without a token', async () => {
    expect(await readAll(scene, {})).toEqual({ ...all(404), field: 401 })
  })

  test('the API refuses to read the document with an invalid token', async () => {
    const [prefix, claims] = scene.access.split('.')
    for (const token of [`${prefix}.${claims}.AAAA`, 'inventado'])
      expect(await readAll(scene, bearer(token))).toEqual(all(401))
  })

  test('the API mails a copy to the invited address while the state allows it, and to no other address', async () => {
    const mailed = async (email: string) => (await ask(sendPdfEmailCall, scene.document.id, { body: { email } })).status
    expect(await mailed(scene.field.signer_email)).toBe((state.mailed ?? opens(state)) ? 200 : 404)
    expect(await mailed('nadie@example.com')).toBe(404)
  })

  test('the unsubscribe link redirects to the document only while the guest may read the document', async () => {
    const { status, location } = await ask(openUnsubscribeCall, 0, { query: { token: scene.token } })
    expect(status).toBe(303)
    expect(new URL(String(location)).pathname.startsWith('/sign/')).toBe(opens(state))
  })
})

test('a queued copy is not sent after the owner revokes the invitation', async () => {
  const scene = await openInvitationScene(server, owner)
  const to = scene.field.signer_email
  await ask(sendPdfEmailCall, scene.document.id, { body: { email: to } })
  await invitationStates.find(({ name }) => name === 'revoked')?.reach(scene)
  await server.relay.tick()
  expect(server.delivered.filter(({ mail }) => mail.to_address === to)).toEqual([])
})
