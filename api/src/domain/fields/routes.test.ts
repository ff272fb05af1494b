import {
  createFieldCall,
  deleteFieldCall,
  FIELDS_PER_DOCUMENT_MAX,
  getFieldCall,
  listFieldsCall,
  validateInvitationCall,
} from 'shared/contract'
import { storeFieldRows } from '../../../test/support/participants.ts'
import {
  becomeGuest,
  drawing,
  invitationToken,
  inviteSigner,
  placeField,
  registerPerson,
  stated,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'
import { signField } from '../signing/sign-field.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer, user } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const body = {
    field_id: 'field_a',
    field_type: 'SECONDARY',
    signer_name: 'Ana Rojas',
    signer_email: 'ana@example.com',
    user_file_id: document.id,
  } as const
  return { server, bearer, user, document, body }
}

describe('creating a field', () => {
  test('the API fills in the defaults of the specification', async () => {
    const { server, bearer, document, body } = await start()
    const field = await succeed(server, createFieldCall, { bearer, body })
    expect(field).toEqual({
      id: expect.any(Number),
      participant_id: expect.any(Number),
      ...body,
      x_relative: 0.25,
      y_relative: 0.8,
      width_relative: 0.3,
      height_relative: 0.1,
      page: 1,
      label: 'Campo de Firma',
      by_public_link: false,
      is_signed: false,
      signed_at: null,
    })
    expect(await succeed(server, listFieldsCall, { bearer, query: { user_file_id: String(document.id) } })).toEqual([
      field,
    ])
    expect(await succeed(server, getFieldCall, { bearer, params: { id: field.id } })).toEqual({
      signature_field: field,
    })
  })

  test('a repeated request creates no second field', async () => {
    const { server, bearer, document, body } = await start()
    const first = await succeed(server, createFieldCall, { bearer, body })
    expect(await succeed(server, createFieldCall, { bearer, body })).toEqual(first)
    const different = await refuse(server, createFieldCall, { bearer, body: { ...body, page: 2 } })
    expect(different).toMatchObject({ code: 'VALIDATION', fields: { field_id: expect.any(String) } })
    expect(
      await succeed(server, listFieldsCall, { bearer, query: { user_file_id: String(document.id) } }),
    ).toHaveLength(1)
  })

  test.each([
    ['a page that does not exist', { page: 4 }, { status: 400, code: 'PAGE_OUT_OF_RANGE' }],
    [
      'a third party without an e-mail',
      { signer_email: '' },
      { fields: { signer_email: 'Por favor ingresa el email del firmante' } },
    ],
    ['a bad e-mail', { signer_email: 'ana' }, { message: 'El email no es válido' }],
    ['an invisible name', { signer_name: '\u0001' }, { message: 'Por favor ingresa el nombre del firmante' }],
    ['no name', { signer_name: '  ' }, { message: 'Por favor ingresa el nombre del firmante' }],
    ['a place beyond the page', { x_relative: 0.9, width_relative: 0.2 }, { code: 'VALIDATION' }],
    ['no size', { height_relative: 0 }, { code: 'VALIDATION' }],
  ])('the API refuses %s', async (_, change, expected) => {
    const { server, bearer, body } = await start()
    expect(await refuse(server, createFieldCall, { bearer, body: { ...body, ...change } })).toMatchObject(expected)
  })

  test('the owner needs no e-mail address for an own field', async () => {
    const { server, bearer, body } = await start()
    await succeed(server, createFieldCall, { bearer, body: { ...body, field_type: 'PRIMARY', signer_email: '' } })
  })

  test('the API clips a field that exceeds the page by a rounding error', async () => {
    const { server, bearer, body } = await start()
    const edge = { ...body, x_relative: 0.7, width_relative: 0.3000000001 }
    const field = await succeed(server, createFieldCall, { bearer, body: edge })
    expect(field.x_relative + field.width_relative).toBeLessThanOrEqual(1)
  })

  test('the API refuses more fields than a document may have', async () => {
    const { server, bearer, document, body } = await start()
    const now = server.clock.now()
    const { field_type, signer_name, signer_email } = body
    const place = { x: 0, y: 0, width: 0.1, height: 0.1, page: 1, label: '' }
    const stated = {
      field_type,
      signer_name,
      signer_email,
      ...place,
      created_at: now,
      signed_at: null,
      deleted_at: null,
    }
    const rows = Array.from({ length: FIELDS_PER_DOCUMENT_MAX }, (_, index) => index + 1).map((n) => {
      return { id: n, document_id: document.id, position: n, client_id: `f${n}`, ...stated }
    })
    await storeFieldRows(server.services.db, rows)
    expect(await refuse(server, createFieldCall, { bearer, body })).toMatchObject({ code: 'VALIDATION' })
  })
})

describe('deleting a field', () => {
  test('deleting removes the field and revokes its invitations', async () => {
    const { server, bearer, document } = await start()
    const field = await placeField(server, bearer, document.id)
    const guest = await becomeGuest(server, bearer, field)
    const token = await invitationToken(server, 'ana@example.com')
    await succeed(server, deleteFieldCall, { bearer, params: { id: field.id } })
    const params = { id: field.id }
    expect((await refuse(server, getFieldCall, { bearer, params })).status).toBe(404)
    expect((await refuse(server, deleteFieldCall, { bearer, params })).status).toBe(404)
    expect((await refuse(server, getFieldCall, { bearer: guest, params })).code).toBe('INVITATION_INVALID')
    expect((await refuse(server, validateInvitationCall, { query: { token } })).code).toBe('INVITATION_INVALID')
  })
})

test('after the first signature the API refuses to add or delete fields, and gives the reason', async () => {
  const { server, bearer, user, document, body } = await start()
  const own = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
  const other = await placeField(server, bearer, document.id)
  const actor = { kind: 'session', userId: user.id, sessionId: 1 } as const
  const { document_sha256: shown, consent } = stated(document)
  await signField(server.services, { actor, fieldId: own.id, drawing: drawing(), shown, consent })
  const frozen = { status: 409, code: 'DOCUMENT_FROZEN', message: expect.stringContaining('ya tiene firmas') }
  expect(await refuse(server, createFieldCall, { bearer, body })).toMatchObject(frozen)
  expect(await refuse(server, deleteFieldCall, { bearer, params: { id: other.id } })).toMatchObject(frozen)
})

describe('access to the fields of other people', () => {
  test('the API answers for another owner’s document as for a missing document', async () => {
    const { server, bearer, document, body } = await start()
    const field = await placeField(server, bearer, document.id)
    const { access_token: stranger } = await registerPerson(server, 'pedro')
    const query = { user_file_id: String(document.id) }
    const params = { id: field.id }
    expect((await refuse(server, listFieldsCall, { bearer: stranger, query })).status).toBe(404)
    expect((await refuse(server, getFieldCall, { bearer: stranger, params })).status).toBe(404)
    expect((await refuse(server, createFieldCall, { bearer: stranger, body })).status).toBe(404)
    expect((await refuse(server, deleteFieldCall, { bearer: stranger, params })).status).toBe(404)
  })

  test('a guest reads the own field and no other field', async () => {
    const { server, bearer, document } = await start()
    const mine = await placeField(server, bearer, document.id)
    const neighbour = await placeField(server, bearer, document.id, { signer_email: 'luis@example.com' })
    const elsewhere = await placeField(server, bearer, (await uploadDocument(server, bearer)).id)
    const guest = await becomeGuest(server, bearer, mine)
    await inviteSigner(server, bearer, neighbour)
    await succeed(server, getFieldCall, { bearer: guest, params: { id: mine.id } })
    expect((await refuse(server, getFieldCall, { bearer: guest, params: { id: neighbour.id } })).code).toBe('FORBIDDEN')
    for (const id of [elsewhere.id, 999])
      expect((await refuse(server, getFieldCall, { bearer: guest, params: { id } })).code).toBe(
        'FIELD_OF_OTHER_DOCUMENT',
      )
    const query = { user_file_id: String(document.id) }
    expect(await refuse(server, listFieldsCall, { bearer: guest, query })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    })
  })
})
