import { deleteFileCall, listFieldsCall } from 'shared/contract'
import { deleteProgramTokenCall } from 'shared/contract/accounts'
import { getSigningModeCall, getSigningOrderCall } from 'shared/contract/signing-order'
import {
  createTemplateCall,
  deleteTemplateCall,
  duplicateTemplateCall,
  getTemplateCall,
  listTemplatesCall,
  saveTemplateVersionCall,
  sendTemplateDocumentCall,
} from 'shared/contract/templates'
import { createApiClient } from '../../../test/support/api-clients.ts'
import {
  downloadBytes,
  inviteSigner,
  placeField,
  registerPerson,
  threePages,
  uploadDocument,
} from '../../../test/support/people.ts'
import { createTemplateScene, eva, luis } from '../../../test/support/templates.ts'
import { closeTestServers, refuse, succeed, type TestServer } from '../../../test/support/test-server.ts'

const KEY = 'uso-de-plantilla-0001'

const scene = createTemplateScene()
const {
  placeAna,
  leaveRoom,
  draftOf,
  namedRoles,
  save,
  startWith,
  use,
  refuseUse,
  send,
  fieldsOf,
  countDocuments,
  invitationsSent,
} = scene

let server: TestServer
let olga: string
beforeEach(async () => {
  ;({ server, olga } = await scene.open())
})
afterEach(closeTestServers)

describe('using a template', () => {
  test('a new document gets the template’s file, fields, order and people, and sends no invitations', async () => {
    const { document, template } = await startWith('Revisa la cláusula 4.')
    const created = await use(template)
    expect(created).toMatchObject({ original_filename: 'Contrato de Luis.pdf', version: 1, template_id: template.id })
    const id = created.document_id
    expect(await fieldsOf(id)).toMatchObject([
      { signer_name: 'Luis Mata', signer_email: 'luis@example.com', page: 1, x_relative: 0.25, y_relative: 0.8 },
      { signer_name: 'Eva Mora', signer_email: 'eva@example.com', page: 2 },
    ])
    expect(await succeed(server, getSigningOrderCall, { bearer: olga, params: { id } })).toMatchObject({
      mode: 'ordered',
      steps: [{ signer_name: 'Luis Mata' }, { signer_name: 'Eva Mora' }],
    })
    expect(Buffer.compare(await downloadBytes(server, olga, id), threePages())).toBe(0)
    expect(await invitationsSent()).toEqual([])
    expect(await draftOf(id)).toMatchObject({
      message: 'Revisa la cláusula 4.',
      origin: { template_id: template.id, name: 'Alquiler', version: 1, newest: 1 },
    })
    const uploaded = await server.services.db
      .selectFrom('audit_events')
      .select('data')
      .where('document_id', '=', id)
      .where('kind', '=', 'document-uploaded')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(uploaded.data)).toMatchObject({ template: template.id, template_version: 1 })
    expect(await fieldsOf(document.id)).toMatchObject([{ signer_name: 'Ana Rojas' }, { signer_name: 'Beto Solano' }])
  })

  test('a repeated idempotency key creates one document, and the API refuses the key with other data', async () => {
    const { template } = await startWith()
    const before = await countDocuments()
    const made = await Promise.all([1, 2, 3].map(() => use(template, { request_key: KEY })))
    expect(new Set(made.map(({ document_id }) => document_id)).size).toBe(1)
    expect(await countDocuments()).toBe(before + 1)
    expect(await refuseUse(template, { request_key: KEY, name: 'Otro' })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    const [id = 0] = made.map(({ document_id }) => document_id)
    await succeed(server, deleteFileCall, { bearer: olga, params: { id } })
    expect(await refuseUse(template, { request_key: KEY })).toMatchObject({ status: 404 })
  })

  test.each([
    ['a missing person', [luis], 'people', 'Falta la persona de «Arrendatario»'],
    ['no signer', [], 'people', 'Falta la persona de «Fiador»'],
    [
      'one person twice',
      [luis, { ...eva, name: luis.name, email: 'LUIS@example.com' }],
      'people.1.email',
      'ya está en otro rol',
    ],
    ['two people for a role', [luis, { ...eva, role: 'r1' }], 'people.1.role', 'ya tiene otra persona'],
    ['an unknown role', [luis, eva, { ...eva, role: 'r9' }], 'people.2.role', 'no tiene este rol'],
    ['two addresses in one', [luis, { ...eva, email: 'a@b.cr,c@d.cr' }], 'people.1.email', 'no es válido'],
    ['an empty name', [luis, { ...eva, name: ' ' }], 'people.1.name', 'ingresa el nombre'],
  ])('the API refuses %s with an error at the field, and creates no document', async (_, people, path, message) => {
    const { template } = await startWith()
    const before = await countDocuments()
    const refusal = await refuseUse(template, { people })
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION', message: expect.stringContaining(message) })
    expect(Object.keys(refusal.fields ?? {})).toEqual([path])
    expect(await countDocuments()).toBe(before)
  })

  test('two roles may have two people with one address, who are two signers in turn', async () => {
    const { template } = await startWith()
    const { document_id: id } = await use(template, { people: [luis, { ...eva, email: luis.email }] })
    const fields = await succeed(server, listFieldsCall, { bearer: olga, query: { user_file_id: String(id) } })
    const people = new Map(fields.map(({ participant_id, signer_name }) => [participant_id, signer_name]))
    expect([...people.values()].toSorted()).toEqual([eva.name, luis.name].toSorted())
    expect(new Set(fields.map(({ signer_email }) => signer_email))).toEqual(new Set([luis.email]))
  })

  test('when the owner has a role, the API refuses the owner’s address or the owner’s role for another person', async () => {
    const { id } = await uploadDocument(server, olga)
    await placeField(server, olga, id, { field_type: 'PRIMARY' })
    await placeAna(id)
    const template = await save(id, [])
    const people = [{ ...luis, role: 'r2', email: 'olga@example.com' }]
    expect(await refuseUse(template, { people })).toMatchObject({ fields: { 'people.0.email': expect.anything() } })
    expect(await refuseUse(template, { people: [luis] })).toMatchObject({
      fields: { 'people.0.role': expect.anything() },
    })
  })

  test('a role that requires a certificate requires the identification of its signer', async () => {
    const { id } = await uploadDocument(server, olga)
    const field = await placeAna(id)
    await inviteSigner(server, olga, field)
    await server.services.db.updateTable('fields').set({ certificate_identification: '01-0234-0567' }).execute()
    const template = await save(id, ['Arrendatario'])
    expect(template.roles).toMatchObject([{ asks_certificate: true }])
    expect(JSON.stringify(template)).not.toContain('0234-0567')
    expect(await refuseUse(template, { people: [luis] })).toMatchObject({
      fields: { 'people.0.certificate_identification': expect.anything() },
    })
    const people = [{ ...luis, certificate_identification: '01-0999-0888' }]
    expect(await fieldsOf((await use(template, { people })).document_id)).toMatchObject([
      { certificate_identification: '01-0999-0888' },
    ])
  })

  test('the API creates no document from a certified template when the certified mode is unavailable', async () => {
    const { document, template } = await startWith()
    await server.services.db
      .updateTable('documents')
      .set({ signing_mode: 'certified' })
      .where('id', '=', document.id)
      .execute()
    const body = { version: 1, document_id: document.id, roles: await namedRoles(document.id, []), message: '' }
    const saved = await succeed(server, saveTemplateVersionCall, { bearer: olga, params: { id: template.id }, body })
    const before = await countDocuments()
    expect(await refuseUse(saved)).toMatchObject({ code: 'MODE_UNAVAILABLE' })
    expect(await countDocuments()).toBe(before)
    expect(await succeed(server, getSigningModeCall, { bearer: olga, params: { id: document.id } })).toMatchObject({
      mode: 'certified',
    })
  })
})

describe('access to templates', () => {
  test('the API answers 404 when a user uses a template of another account', async () => {
    const { document, template } = await startWith()
    const pedro = (await registerPerson(server, 'pedro')).access_token
    const call = { bearer: pedro, params: { id: template.id }, body: {} }
    expect(await refuse(server, getTemplateCall, call)).toMatchObject({ status: 404 })
    expect(await refuse(server, deleteTemplateCall, call)).toMatchObject({ status: 404 })
    expect(await refuse(server, duplicateTemplateCall, call)).toMatchObject({ status: 404 })
    expect(await refuseUse(template, {}, pedro)).toMatchObject({ status: 404 })
    const { document_id } = await use(template)
    const sending = { bearer: pedro, params: { id: document_id }, body: {} }
    expect(await refuse(server, sendTemplateDocumentCall, sending)).toMatchObject({ status: 404 })
    const roles = await namedRoles(document.id, [])
    const body = { document_id: document.id, name: 'Robada', roles, message: '' }
    expect(await refuse(server, createTemplateCall, { bearer: pedro, body })).toMatchObject({ status: 404 })
    const own = await uploadDocument(server, pedro)
    const version = { version: 1, document_id: own.id, roles: [], message: '' }
    const saving = { bearer: pedro, params: { id: template.id }, body: version }
    expect(await refuse(server, saveTemplateVersionCall, saving)).toMatchObject({ status: 404 })
    expect((await succeed(server, listTemplatesCall, { bearer: pedro })).templates).toEqual([])
  })

  test('a program with the scope templates:use can use templates, but cannot send other documents', async () => {
    const { document, template } = await startWith()
    const { token, details } = await createApiClient(server, olga, { scopes: ['templates:use'] })
    expect((await succeed(server, listTemplatesCall, { bearer: token })).templates).toHaveLength(1)
    const { document_id } = await use(template, {}, token)
    expect(await send(document_id, token)).toMatchObject({ invited: 2 })
    const other = { bearer: token, params: { id: document.id }, body: {} }
    expect(await refuse(server, sendTemplateDocumentCall, other)).toMatchObject({ code: 'NOT_FROM_TEMPLATE' })
    const removal = { bearer: token, params: { id: template.id } }
    expect(await refuse(server, deleteTemplateCall, removal)).toMatchObject({ status: 403 })
    await succeed(server, deleteProgramTokenCall, { bearer: olga, params: { tokenId: details.id } })
    expect(await refuseUse(template, {}, token)).toMatchObject({ status: 401 })
  })

  test('the API refuses a program without the scope templates:use', async () => {
    const { template } = await startWith()
    const { token } = await createApiClient(server, olga, { scopes: ['documents:read', 'documents:write'] })
    expect(await refuseUse(template, {}, token)).toMatchObject({ status: 403 })
    expect(await refuse(server, listTemplatesCall, { bearer: token })).toMatchObject({ status: 403 })
  })

  test('the API refuses to use a template when the new document exceeds the storage quota', async () => {
    const { template } = await startWith()
    leaveRoom(3 * threePages().length - 1)
    expect(await refuseUse(template)).toMatchObject({ code: 'QUOTA_EXCEEDED' })
    leaveRoom(3 * threePages().length)
    await use(template)
  })
})
