import {
  deleteFileCall,
  downloadFileCall,
  type FileEvent,
  findFilesCall,
  getFileCall,
  listFilesCall,
  sendPdfEmailCall,
  shareFileCall,
  unshareFileCall,
  validateInvitationCall,
} from 'shared/contract'
import {
  becomeGuest,
  invitationToken,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, pathOf, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer, user } = await registerPerson(server, 'olga')
  const { access_token: stranger } = await registerPerson(server, 'pedro')
  const document = await uploadDocument(server, bearer)
  const params = { id: document.id }
  const share = () => succeed(server, shareFileCall, { bearer, params })
  const endSharing = () => succeed(server, unshareFileCall, { bearer, params })
  const read = async (token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const url = pathOf(downloadFileCall, params)
    return (await server.app.inject({ method: 'GET', url, headers })).statusCode
  }
  const log = async () =>
    (await server.services.db.selectFrom('audit_events').selectAll().orderBy('number').execute()).map(
      ({ kind, actor, happened_at }) => ({ kind, actor, at: happened_at }),
    )
  return { server, bearer, user, stranger, document, params, share, endSharing, read, log }
}

test('an unshared document answers 404 to visitors and other accounts', async () => {
  const { document, stranger, bearer, read } = await start()
  expect(document.is_shared).toBe(false)
  expect([await read(), await read(stranger), await read(bearer)]).toEqual([404, 404, 200])
})

test('anyone reads a shared document; after the owner ends sharing, only the owner does', async () => {
  const { server, document, stranger, bearer, params, share, endSharing, read } = await start()
  expect(await share()).toEqual({ ...document, is_shared: true, public_link: { mode: 'read', email_code: false } })
  expect([await read(), await read(stranger)]).toEqual([200, 200])
  expect((await succeed(server, getFileCall, { bearer, params })).is_shared).toBe(true)
  expect(await succeed(server, listFilesCall, { bearer })).toMatchObject([{ is_shared: true }])

  expect(await endSharing()).toEqual(document)
  expect([await read(), await read(stranger), await read(bearer)]).toEqual([404, 404, 200])
})

test('sharing and its end are logged and notified once, even when requested repeatedly', async () => {
  const { server, user, document, share, endSharing, log } = await start()
  const events: FileEvent[] = []
  server.services.documentEvents.subscribe(user.id, (event) => events.push(event))
  await endSharing()
  const first = await share()
  server.clock.advance(1000)
  expect(await share()).toEqual(first)
  await endSharing()
  await endSharing()

  const actor = `user:${user.id}`
  const at = server.clock.now()
  expect(await log()).toEqual([
    { kind: 'document-uploaded', actor, at: at - 1000 },
    { kind: 'document-shared', actor, at: at - 1000 },
    { kind: 'document-unshared', actor, at },
  ])
  expect(events).toEqual([
    { kind: 'changed', document_id: document.id },
    { kind: 'changed', document_id: document.id },
  ])
})

test('sharing another owner’s document is refused like a missing document and changes nothing', async () => {
  const { server, bearer, stranger, params, share, read, log } = await start()
  await share()
  for (const call of [shareFileCall, unshareFileCall]) {
    const other = await refuse(server, call, { bearer: stranger, params })
    const missing = await refuse(server, call, { bearer: stranger, params: { id: 4242 } })
    expect(other).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(missing).toMatchObject({ status: 404, code: 'NOT_FOUND', message: other.message })
  }
  expect(await read()).toBe(200)

  await succeed(server, deleteFileCall, { bearer, params })
  expect(await refuse(server, shareFileCall, { bearer, params })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect(await read()).toBe(404)
  expect((await log()).map(({ kind }) => kind)).toEqual(['document-uploaded', 'document-shared', 'document-deleted'])
})

describe('a document with an invitation', () => {
  test('an invitation opens the document to its guest and to no other person', async () => {
    const { server, bearer, stranger, document, params, read } = await start()
    const guest = await becomeGuest(server, bearer, await placeField(server, bearer, document.id))
    expect((await succeed(server, getFileCall, { bearer, params })).is_shared).toBe(false)
    expect([await read(), await read(stranger), await read(guest)]).toEqual([404, 404, 200])
  })

  test('the guest reads an unshared document, and gets a copy by mail until the invitation expires', async () => {
    const { server, bearer, document, params, read } = await start()
    const field = await placeField(server, bearer, document.id)
    const uninvited = { signer_name: 'Luis', signer_email: 'luis@example.com' }
    await placeField(server, bearer, document.id, uninvited)
    const guest = await becomeGuest(server, bearer, field)
    expect([await read(guest), await read()]).toEqual([200, 404])
    const query = { token: await invitationToken(server, field.signer_email) }
    const { access_token } = await succeed(server, validateInvitationCall, { query })
    expect(await read(access_token)).toBe(200)

    const copyTo = (email: string) => ({ params, body: { email } })
    expect(await succeed(server, sendPdfEmailCall, copyTo('ANA@example.com'))).toEqual({ success: true })
    for (const email of [uninvited.signer_email, 'otra@example.com'])
      expect(await refuse(server, sendPdfEmailCall, copyTo(email))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    server.clock.advance(60 * DAY_MS)
    expect(await refuse(server, sendPdfEmailCall, copyTo(field.signer_email))).toMatchObject({ status: 404 })
  })
})

test.each([
  ['contrato', ['CONTRATO.pdf', 'contrato.PDF']],
  [' Contrato.pdf ', ['CONTRATO.pdf', 'contrato.PDF']],
  ['contrató', ['CONTRATO.pdf', 'contrato.PDF']],
  ['contrato de obra', ['Contrato de obra.pdf']],
  ['contrato_', []],
  ['obra', []],
])("the name filter finds only documents with the whole name '%s'", async (name, expected) => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const { access_token: stranger } = await registerPerson(server, 'pedro')
  for (const filename of ['contrato.PDF', 'Contrato de obra.pdf', 'CONTRATO.pdf']) {
    await uploadDocument(server, bearer, undefined, filename)
    server.clock.advance(1000)
  }
  await uploadDocument(server, stranger, undefined, 'contrato.pdf')
  const { documents } = await succeed(server, findFilesCall, { bearer, query: { name } })
  expect(documents.map(({ original_filename }) => original_filename)).toEqual(
    expected.map((filename) => filename.replace('.PDF', '.pdf')),
  )
})
