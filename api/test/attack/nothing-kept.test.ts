import { downloadFileCall } from 'shared/contract'
import { type Invited, startInvited } from '../support/invited.ts'
import { invitationToken } from '../support/people.ts'
import { closeTestServers, pathOf } from '../support/test-server.ts'

/** Cacheable for everyone: no personal or document data. */
const PUBLIC = ['verifyTrust']
const ENDLESS = 'fileEvents'

let invited: Invited
let authorizations: Readonly<Record<string, string>>

beforeAll(async () => {
  invited = await startInvited()
  const { server, olga, ana, luis, open, sign } = invited
  const guest = await open('ana@example.com')
  const link = await invitationToken(server, 'ana@example.com')
  await sign(guest, ana)
  await sign(await open('luis@example.com'), luis)
  authorizations = { owner: `Bearer ${olga.access_token}`, guest: `Bearer ${guest}`, link: `Invitation ${link}` }
})
afterAll(closeTestServers)

const ruled = () => invited.server.app.routeTable.flatMap(({ method, rule }) => (rule ? [{ method, ...rule }] : []))

const ask = async ({ method, call }: ReturnType<typeof ruled>[number], headers: Readonly<Record<string, string>>) => {
  const { server, document, ana } = invited
  const params = { id: document.id, fieldId: ana.id, invitationId: 1, signatureId: 1, sessionId: 1, passkeyId: 1 }
  const url = pathOf(call, params)
  const answer = await server.app.inject({ method: method as 'GET', url, headers })
  const { 'cache-control': caching = '', 'content-type': type = '' } = answer.headers
  return { status: answer.statusCode, caching: String(caching), type: String(type) }
}

const isKept = (caching: string): boolean => !/(?:^|,\s*)no-store(?:,|$)/.test(caching)

test('the answers of all calls that are not public forbid browsers to store them', async () => {
  const kept: string[] = []
  const gone = ruled().filter(({ call }) => call.name !== ENDLESS && !PUBLIC.includes(call.name))
  for (const route of gone.filter(({ method }) => method === 'GET' || method === 'HEAD'))
    for (const [who, authorization] of Object.entries({ nobody: '', ...authorizations })) {
      const { status, caching } = await ask(route, authorization === '' ? {} : { authorization })
      if (isKept(caching)) kept.push(`${who} ${route.method} ${route.call.name} ${status}: ${caching}`)
    }
  expect(kept).toEqual([])
})

test('the check for stored answers covers every call that returns the bytes of a document', async () => {
  const streamed: string[] = []
  const reads = ruled().filter(({ method, call }) => method === 'GET' && call.name !== ENDLESS)
  for (const route of reads)
    for (const [who, authorization] of Object.entries(authorizations)) {
      const { status, type } = await ask(route, { authorization })
      if (status === 200 && !type.startsWith('application/json')) streamed.push(`${route.call.name} ${who}`)
    }
  expect(streamed.sort()).toEqual([
    'completionCertificate owner',
    'downloadFile guest',
    'downloadFile link',
    'downloadFile owner',
    'evidence owner',
  ])
})

test.each([
  ['a part', { range: 'bytes=0-9' }, 206],
  ['a part that is not there', { range: 'bytes=999999999-' }, 416],
  ['a program with the current ETag', {}, 304],
])('the answer to a request for %s of a document forbids browsers to store it', async (_, headers, status) => {
  const { server, document } = invited
  const url = pathOf(downloadFileCall, { id: document.id })
  const owner = { authorization: authorizations.owner ?? '' }
  const { etag = '' } = (await server.app.inject({ url, headers: owner })).headers
  const conditional = status === 304 ? { 'if-none-match': String(etag) } : {}
  const answer = await server.app.inject({ url, headers: { ...owner, ...headers, ...conditional } })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, 'no-store'])
})
