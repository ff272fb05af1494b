import { buildPdf } from 'pdf/testing/node'
import {
  cancelDocumentCall,
  createFieldCall,
  deleteFieldCall,
  deleteFileCall,
  FIELDS_PER_DOCUMENT_MAX,
  listFieldsCall,
  listFilesCall,
  listInvitationsCall,
  revokeInvitationCall,
  shareFileCall,
  signingAgentCall,
  startAgentSessionCall,
  unshareFileCall,
} from 'shared/contract'
import { storeFieldRows } from '../../../test/support/participants.ts'
import {
  cedula,
  comeByLink,
  inviteSigner,
  placeField,
  registerPerson,
  signable,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { SessionRequest } from './start-session.ts'

afterEach(closeTestServers)

type Wish = Partial<Omit<SessionRequest, 'user_file_id'>>

const start = async (bytes?: Uint8Array) => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer, bytes)
  const params = { id: document.id }
  const share = () => succeed(server, shareFileCall, { bearer, params, body: signable })
  const body = (wish: Wish) => ({
    user_file_id: document.id,
    field_id: null,
    identification: cedula,
    name: 'Luis Mata',
    ...wish,
  })
  const enter = (wish: Wish = {}) => succeed(server, startAgentSessionCall, { body: body(wish) })
  const refused = async (wish: Wish = {}) => (await refuse(server, startAgentSessionCall, { body: body(wish) })).code
  return { server, bearer, document, params, share, body, enter, refused }
}

test('the API shows the signing agent without a login', async () => {
  expect(await succeed(await openTestServer(), signingAgentCall)).toEqual({ kind: 'simulated' })
})

describe('a session by the bare link', () => {
  test('the session gives a separate field at the specified place for fifteen minutes', async () => {
    const { document, share, enter } = await start()
    await share()
    const { signature_field: field, ...session } = await enter({ name: ' Luis  Mata ', email: 'luis@example.com' })
    expect(session).toEqual({ access_token: expect.stringMatching(/^g2\./), expires_in: 900 })
    expect(field).toMatchObject({
      field_type: 'SECONDARY',
      signer_name: 'Luis Mata',
      signer_email: 'luis@example.com',
      label: 'Firma del Invitado',
      page: 1,
      is_signed: false,
      signed_at: null,
      user_file_id: document.id,
    })
    expect(field.field_id).toMatch(/^field_\d+_\d+$/)
    // 250 × 80 at (200, 300) on a page of 595 × 842.
    expect(field.x_relative).toBeCloseTo(200 / 595)
    expect(field.y_relative).toBeCloseTo(300 / 842)
    expect(field.width_relative).toBeCloseTo(250 / 595)
    expect(field.height_relative).toBeCloseTo(80 / 842)
  })

  test.each([
    ['no name', ''],
    ['a name of nothing', '\u3164\u200b'],
    ['a line break', 'Luis\nMata'],
    ['a mark that turns the text', 'Luis\u202eMata'],
    ['a single letter', 'L'],
  ])('the API refuses an invalid signer name: %s', async (_, name) => {
    const { share, refused } = await start()
    await share()
    expect(await refused({ name })).toBe('VALIDATION')
  })

  test.each([
    [
      'a turned page with a crop box',
      { mediaBox: [0, 0, 900, 1000], cropBox: [100, 50, 800, 550], rotate: 90 },
      500,
      700,
    ],
    ['a page that is smaller than it', { mediaBox: [0, 0, 300, 200] }, 300, 200],
    ['a page that is smaller than the field', { mediaBox: [0, 0, 120, 60] }, 120, 60],
  ])('the session places the field inside %s', async (_, page, width, height) => {
    const { share, enter } = await start(buildPdf({ xref: 'table', pages: [page, {}] }))
    await share()
    const { signature_field: field } = await enter()
    const size = { width: Math.min(250, width), height: Math.min(80, height) }
    expect(field.width_relative * width).toBeCloseTo(size.width)
    expect(field.height_relative * height).toBeCloseTo(size.height)
    expect(field.x_relative * width).toBeCloseTo(Math.min(200, width - size.width))
    expect(field.y_relative * height).toBeCloseTo(Math.min(300, height - size.height))
  })

  test('a started session changes nothing in the owner’s lists of fields and documents', async () => {
    const { server, bearer, document, share, enter } = await start()
    await share()
    const before = await succeed(server, listFilesCall, { bearer })
    await enter()
    expect(await server.services.db.selectFrom('fields').selectAll().execute()).toEqual([])
    expect(await succeed(server, listFieldsCall, { bearer, query: { user_file_id: String(document.id) } })).toEqual([])
    expect(await succeed(server, listFilesCall, { bearer })).toEqual(before)
  })

  test('the API refuses a session when the document has the maximum number of fields', async () => {
    const { server, document, share, refused } = await start()
    await share()
    const rows = Array.from({ length: FIELDS_PER_DOCUMENT_MAX }, (_, index) => ({
      id: newId(),
      document_id: document.id,
      position: index + 1,
      client_id: `f${index}`,
      field_type: 'SECONDARY' as const,
      signer_name: 'Ana',
      signer_email: '',
      x: 0,
      y: 0,
      width: 0.1,
      height: 0.1,
      page: 1,
      label: '',
      created_at: 0,
      signed_at: null,
      deleted_at: null,
    }))
    await storeFieldRows(server.services.db, rows)
    expect(await refused()).toBe('VALIDATION')
  })
})

describe('access to a public-link session', () => {
  test('the API answers NOT_FOUND for an unshared or deleted document, as for a missing document', async () => {
    const { server, bearer, params, body, share, enter, refused } = await start()
    const missing = await refuse(server, startAgentSessionCall, { body: { ...body({}), user_file_id: 4242 } })
    const hidden = await refuse(server, startAgentSessionCall, { body: body({}) })
    expect(hidden).toMatchObject({ status: 404, code: 'NOT_FOUND', message: missing.message })
    await share()
    await enter()
    await succeed(server, unshareFileCall, { bearer, params })
    expect(await refused()).toBe('NOT_FOUND')
    await share()
    await succeed(server, deleteFileCall, { bearer, params })
    expect(await refused()).toBe('NOT_FOUND')
  })

  test('the API refuses a session when the document has only an invitation or a link for reading', async () => {
    const { server, bearer, document, share, enter, refused } = await start()
    await inviteSigner(server, bearer, await placeField(server, bearer, document.id))
    const open = await placeField(server, bearer, document.id)
    expect(await refused()).toBe('NOT_FOUND')
    await succeed(server, shareFileCall, { bearer, params: { id: document.id } })
    expect(await refused()).toBe('LINK_READ_ONLY')
    expect(await refused({ field_id: open.id })).toBe('LINK_READ_ONLY')
    await share()
    await enter()
    await enter({ field_id: open.id })
  })

  test('the API refuses a session after the cancellation, even when the owner shares the result', async () => {
    const { server, bearer, document, params, share, refused } = await start()
    await placeField(server, bearer, document.id)
    await share()
    await succeed(server, cancelDocumentCall, { bearer, params, body: {} })
    expect(await refused()).toBe('NOT_FOUND')
    await share()
    expect(await refused()).toBe('DOCUMENT_CANCELLED')
  })
})

describe('a session by the link of a field', () => {
  test('the session gives the linked field, without the name and address that the owner wrote', async () => {
    const { server, bearer, document, share, enter } = await start()
    const field = await placeField(server, bearer, document.id, { page: 2 })
    await share()
    const given = (await enter({ field_id: field.id, name: 'Luis' })).signature_field
    expect(given).toEqual({ ...field, signer_name: 'Luis', signer_email: '' })
  })

  test('the API refuses the owner’s own field, a field of another document and a deleted field', async () => {
    const { server, bearer, document, share, refused } = await start()
    const own = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
    const gone = await placeField(server, bearer, document.id)
    const elsewhere = await placeField(server, bearer, (await uploadDocument(server, bearer)).id)
    await succeed(server, deleteFieldCall, { bearer, params: { id: gone.id } })
    await share()
    expect(await refused({ field_id: own.id })).toBe('FORBIDDEN')
    expect(await refused({ field_id: gone.id })).toBe('FIELD_OF_OTHER_DOCUMENT')
    expect(await refused({ field_id: elsewhere.id })).toBe('FIELD_OF_OTHER_DOCUMENT')
  })

  test('the API requires the invitation for an invited field, even after the revocation', async () => {
    const { server, bearer, document, params, share, refused } = await start()
    const field = await placeField(server, bearer, document.id)
    await inviteSigner(server, bearer, field)
    await share()
    expect(await refused({ field_id: field.id })).toBe('INVITATION_NEEDED')
    const [invitation] = await succeed(server, listInvitationsCall, { bearer, params })
    const ids = { ...params, invitationId: invitation?.id ?? 0 }
    await succeed(server, revokeInvitationCall, { bearer, params: ids })
    expect(await refused({ field_id: field.id })).toBe('INVITATION_NEEDED')
  })

  test('the API starts a session when the newest invitation of the field has expired', async () => {
    const { server, bearer, document, share, enter, refused } = await start()
    const field = await placeField(server, bearer, document.id)
    await inviteSigner(server, bearer, field)
    await inviteSigner(server, bearer, field)
    await share()
    server.clock.advance(30 * DAY_MS - 1)
    expect(await refused({ field_id: field.id })).toBe('INVITATION_NEEDED')
    server.clock.advance(1)
    await enter({ field_id: field.id })
  })

  test('the API refuses a field whose guest declined, even after the invitation has expired', async () => {
    const { server, bearer, document, share, refused } = await start()
    const field = await placeField(server, bearer, document.id)
    await inviteSigner(server, bearer, field)
    await share()
    await server.services.db.updateTable('invitations').set({ declined_at: server.clock.now() }).execute()
    server.clock.advance(31 * DAY_MS)
    expect(await refused({ field_id: field.id })).toBe('INVITATION_NEEDED')
  })
})

test('a started session does not prevent the owner from placing fields', async () => {
  const { server, bearer, document } = await start()
  await comeByLink(server, bearer, document.id)
  const field = { field_id: 'f', field_type: 'SECONDARY', signer_name: 'Ana', signer_email: 'ana@example.com' } as const
  await succeed(server, createFieldCall, { bearer, body: { ...field, user_file_id: document.id } })
})
