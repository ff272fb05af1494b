import { prepareFields } from 'pdf/sign'
import { hasTool, pdfsigPeople, runOn, testWith } from 'pdf/testing/node'
import {
  createFieldCall,
  deleteFileCall,
  digitalSignCall,
  listFieldsCall,
  listInvitationsCall,
  type UserFile,
  validateInvitationCall,
} from 'shared/contract'
import {
  deleteAccountCall,
  deleteProgramTokenCall,
  exportAccountCall,
  loginCall,
  storageUseCall,
} from 'shared/contract/accounts'
import { type CreateFormField, createFormFieldCall, listFormFieldsCall } from 'shared/contract/form-fields'
import { getSigningModeCall, getSigningOrderCall, setSigningOrderCall } from 'shared/contract/signing-order'
import {
  changeTemplateCall,
  createTemplateCall,
  deleteTemplateCall,
  duplicateTemplateCall,
  getTemplateCall,
  listTemplatesCall,
  saveTemplateVersionCall,
  sendTemplateDocumentCall,
  type Template,
  templateDraftCall,
  templateFileCall,
  useTemplateCall,
} from 'shared/contract/templates'
import { newFormField } from '../../../test/support/form-fields.ts'
import {
  downloadBytes,
  drawing,
  invitationToken,
  inviteSigner,
  PASSWORD,
  placeField,
  registerPerson,
  stated,
  threePages,
  uploadDocument,
} from '../../../test/support/people.ts'
import { createProgram } from '../../../test/support/programs.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { prove } from '../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'

const KEY = 'uso-de-plantilla-0001'
const luis = { role: 'r1', name: 'Luis Mata', email: 'luis@example.com' }
const eva = { role: 'r2', name: 'Eva Mora', email: 'eva@example.com' }

let server: TestServer
let olga: string

beforeEach(async () => {
  server = await openTestServer()
  olga = (await registerPerson(server, 'olga')).access_token
})
afterEach(closeTestServers)

const placeAna = (id: number) => placeField(server, olga, id, { page: 2 })
const placeBeto = (id: number) =>
  placeField(server, olga, id, { signer_name: 'Beto Solano', signer_email: 'beto@example.com' })
const leaveRoom = (quota: number) => Object.assign(server.services, { quota })
const draftOf = (id: number, bearer = olga) => succeed(server, templateDraftCall, { bearer, params: { id } })

const namedRoles = async (id: number, names: readonly string[]) => {
  const { roles } = await draftOf(id)
  return roles.map(({ key, name }, index) => ({ key, name: names[index] ?? name }))
}

const save = async (
  id: number,
  names: readonly string[] = ['Arrendatario', 'Fiador'],
  message = '',
): Promise<Template> =>
  succeed(server, createTemplateCall, {
    bearer: olga,
    body: { document_id: id, name: 'Alquiler', roles: await namedRoles(id, names), message },
  })

const startWith = async (message = ''): Promise<{ document: UserFile; template: Template }> => {
  const document = await uploadDocument(server, olga)
  const [ana, beto] = [await placeAna(document.id), await placeBeto(document.id)]
  const body = { mode: 'ordered' as const, steps: [[beto.id], [ana.id]] }
  await succeed(server, setSigningOrderCall, { bearer: olga, params: { id: document.id }, body })
  return { document, template: await save(document.id, ['Fiador', 'Arrendatario'], message) }
}

const use = (template: Template, body: object = {}, bearer = olga) =>
  succeed(server, useTemplateCall, {
    bearer,
    params: { id: template.id },
    body: { name: 'Contrato de Luis', people: [luis, eva], ...body },
  })
const refuseUse = (template: Template, body: object = {}, bearer = olga) =>
  refuse(server, useTemplateCall, {
    bearer,
    params: { id: template.id },
    body: { name: 'Contrato de Luis', people: [luis, eva], ...body },
  })
const send = (id: number, bearer = olga) =>
  succeed(server, sendTemplateDocumentCall, { bearer, params: { id }, body: {} })
const fieldsOf = (id: number) => succeed(server, listFieldsCall, { bearer: olga, query: { user_file_id: String(id) } })
const countDocuments = async () =>
  Number(
    (
      await server.services.db
        .selectFrom('documents')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )
const invitationsSent = async () =>
  (await server.services.db.selectFrom('outbox').select('to_key').where('kind', '=', 'invitation').execute()).map(
    ({ to_key }) => to_key,
  )

describe('saving', () => {
  test('the draft proposes roles without names of people, in signing order', async () => {
    const { document } = await startWith()
    expect(await draftOf(document.id)).toMatchObject({
      from_form: false,
      origin: null,
      roles: [
        { name: 'Firmante 1', signer: 'Beto Solano', is_owner: false, fields: 1 },
        { name: 'Firmante 2', signer: 'Ana Rojas', is_owner: false, fields: 1 },
      ],
    })
  })

  test('a template has fields, roles, order and message, and nobody of the document', async () => {
    const { template } = await startWith('Revisa la cláusula 4.')
    expect(template).toMatchObject({
      name: 'Alquiler',
      version: 1,
      pages: 3,
      documents: 0,
      order: 'ordered',
      mode: 'electronic',
      message: 'Revisa la cláusula 4.',
      roles: [
        { id: 'r1', name: 'Fiador', step: 1, is_owner: false, asks_certificate: false },
        { id: 'r2', name: 'Arrendatario', step: 2 },
      ],
      fields: [
        { role: 'r1', page: 1, x: 0.25, y: 0.8, width: 0.3, height: 0.1 },
        { role: 'r2', page: 2 },
      ],
    })
    expect(JSON.stringify(template)).not.toMatch(/Ana|Beto|@/)
    expect((await succeed(server, listTemplatesCall, { bearer: olga })).templates).toMatchObject([
      { id: template.id, name: 'Alquiler' },
    ])
  })

  test('labels that name the signer do not reach the template', async () => {
    const { id } = await uploadDocument(server, olga)
    const body = {
      field_id: 'f',
      field_type: 'SECONDARY' as const,
      signer_name: 'Ana Rojas',
      signer_email: 'ana@example.com',
      label: 'Firma de ana rojas',
      user_file_id: id,
    }
    await succeed(server, createFieldCall, { bearer: olga, body })
    expect((await save(id, ['Arrendatario'])).fields).toMatchObject([{ label: 'Campo de Firma' }])
  })

  test('the empty signature fields of a PDF become roles', async () => {
    const rect = { x: 0.2, y: 0.3, width: 0.3, height: 0.1 }
    const bytes = threePages()
    const fields = ['Arrendatario', 'Testigo'].map((name, index) => ({ name, page: index + 1, rect, tooltip: '' }))
    const { id } = await uploadDocument(server, olga, Buffer.concat([bytes, prepareFields(bytes, fields)]))
    expect(await draftOf(id)).toMatchObject({ from_form: true, roles: [{ name: 'Arrendatario' }, { name: 'Testigo' }] })
    const template = await save(id, [])
    expect(template.fields.map(({ role, page }) => [role, page])).toEqual([
      ['r1', 1],
      ['r2', 2],
    ])
    expect(template.fields[0]?.x).toBeCloseTo(0.2, 4)
    expect(await fieldsOf((await use(template)).document_id)).toHaveLength(2)
  })

  test('a document without fields, or with other fields than the draft, is refused', async () => {
    const { id } = await uploadDocument(server, olga)
    const body = { document_id: id, name: 'Alquiler', roles: [], message: '' }
    expect(await refuse(server, createTemplateCall, { bearer: olga, body })).toMatchObject({ code: 'TEMPLATE_EMPTY' })
    await placeAna(id)
    const roles = await namedRoles(id, ['Arrendatario'])
    await placeBeto(id)
    expect(await refuse(server, createTemplateCall, { bearer: olga, body: { ...body, roles } })).toMatchObject({
      code: 'VALIDATION',
      message: expect.stringContaining('cambiaron'),
    })
  })

  test('two roles with one name, and names with hidden characters, are refused', async () => {
    const { id } = await uploadDocument(server, olga)
    await placeAna(id)
    await placeBeto(id)
    const body = { document_id: id, name: 'Alquiler', message: '' }
    for (const names of [
      ['Parte', 'parte'],
      ['Par\u202ete', 'Otra'],
    ])
      expect(
        await refuse(server, createTemplateCall, {
          bearer: olga,
          body: { ...body, roles: await namedRoles(id, names) },
        }),
      ).toMatchObject({ code: 'VALIDATION' })
  })

  test('an account has at most two hundred, and a full quota saves none', async () => {
    const { document, template } = await startWith()
    const { db } = server.services
    const { owner_id } = await db.selectFrom('templates').selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: 199 }, (_, index) => ({
      id: index + 1,
      owner_id,
      name: 'x',
      version: 1,
      created_at: 0,
      updated_at: 0,
    }))
    await db.insertInto('templates').values(rows).execute()
    const call = { bearer: olga, params: { id: template.id }, body: {} }
    expect(await refuse(server, duplicateTemplateCall, call)).toMatchObject({ code: 'TEMPLATES_FULL' })
    await db.deleteFrom('templates').where('id', '<', 1000).execute()
    const roles = await namedRoles(document.id, [])
    const before = (await succeed(server, storageUseCall, { bearer: olga })).used
    expect(before).toBe(2 * threePages().length)
    leaveRoom(before + threePages().length - 1)
    const body = { document_id: document.id, name: 'Otra', roles, message: '' }
    await db
      .updateTable('template_versions')
      .set({ sha256: 'x'.repeat(64) })
      .execute()
    expect(await refuse(server, createTemplateCall, { bearer: olga, body })).toMatchObject({ status: 413 })
    leaveRoom(before + threePages().length)
    await succeed(server, createTemplateCall, { bearer: olga, body })
  })
})

describe('using', () => {
  test('a document gets the fields, people, order and file of its template, and nobody an invitation', async () => {
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

  test('sending invites each signer once, with the message, in their order', async () => {
    const { template } = await startWith('Revisa la cláusula 4.')
    const { document_id: id } = await use(template)
    expect(await send(id)).toMatchObject({ invited: 2 })
    expect(await send(id)).toMatchObject({ invited: 0 })
    expect(await invitationsSent()).toEqual(['luis@example.com'])
    const invitations = await succeed(server, listInvitationsCall, { bearer: olga, params: { id } })
    expect(invitations.map(({ email, waits }) => [email, waits]).toSorted()).toEqual([
      ['eva@example.com', true],
      ['luis@example.com', false],
    ])
    const stored = await server.services.db.selectFrom('invitations').select('personal_message').execute()
    expect(stored).toEqual(Array(2).fill({ personal_message: 'Revisa la cláusula 4.' }))
  })

  test('the owner and a guest sign a document of a template; pdfsig accepts both', async () => {
    const document = await uploadDocument(server, olga)
    await placeField(server, olga, document.id, {
      field_type: 'PRIMARY',
      signer_name: 'Olga',
      signer_email: 'olga@example.com',
    })
    await placeAna(document.id)
    const template = await save(document.id, [])
    expect(template.roles).toMatchObject([{ is_owner: true, name: 'Propietario' }, { is_owner: false }])
    const { document_id: id } = await use(template, { people: [{ ...luis, role: 'r2' }] })
    const [own, theirs] = await fieldsOf(id)
    expect(own).toMatchObject({ field_type: 'PRIMARY', signer_name: 'María José Núñez' })
    await send(id)
    const { access_token: guest } = await succeed(server, validateInvitationCall, {
      query: { token: await invitationToken(server, 'luis@example.com') },
    })
    const sign = (bearer: string, fieldId: number, extra: object = {}) =>
      succeed(server, digitalSignCall, {
        bearer,
        params: { fieldId },
        body: { field_id: fieldId, signature_data: drawing(), ...extra },
      })
    await sign(guest, theirs?.id ?? 0)
    const sha256 = (
      await server.services.db
        .selectFrom('revisions')
        .select('sha256')
        .where('document_id', '=', id)
        .orderBy('number', 'desc')
        .executeTakeFirstOrThrow()
    ).sha256
    await sign(olga, own?.id ?? 0, stated({ sha256 }))
    if (hasTool('pdfsig'))
      expect(
        pdfsigPeople(await downloadBytes(server, olga, id)).filter(({ valid }) => valid).length,
      ).toBeGreaterThanOrEqual(2)
  })

  test('a repeated key makes one document; with other data it is refused', async () => {
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
    ['nobody', [], 'people', 'Falta la persona de «Fiador»'],
    ['one e-mail twice', [luis, { ...eva, email: 'LUIS@example.com' }], 'people.1.email', 'ya está en otro rol'],
    ['two people for a role', [luis, { ...eva, role: 'r1' }], 'people.1.role', 'ya tiene otra persona'],
    ['an unknown role', [luis, eva, { ...eva, role: 'r9' }], 'people.2.role', 'no tiene este rol'],
    ['two addresses in one', [luis, { ...eva, email: 'a@b.cr,c@d.cr' }], 'people.1.email', 'no es válido'],
    ['an empty name', [luis, { ...eva, name: ' ' }], 'people.1.name', 'ingresa el nombre'],
  ])('%s is refused by field, and nothing is made', async (_, people, path, message) => {
    const { template } = await startWith()
    const before = await countDocuments()
    const refusal = await refuseUse(template, { people })
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION', message: expect.stringContaining(message) })
    expect(Object.keys(refusal.fields ?? {})).toEqual([path])
    expect(await countDocuments()).toBe(before)
  })

  test('the owner’s address is no other role’s when the owner signs', async () => {
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

  test('a role with a certificate asks for its identification', async () => {
    const { id } = await uploadDocument(server, olga)
    const field = await placeAna(id)
    await inviteSigner(server, olga, field)
    await server.services.db.updateTable('fields').set({ certificate_identification: '01-0234-0567' }).execute()
    const template = await save(id, ['Arrendatario'])
    expect(template.roles).toMatchObject([{ asks_certificate: true }])
    expect(JSON.stringify(template)).not.toContain('0234')
    expect(await refuseUse(template, { people: [luis] })).toMatchObject({
      fields: { 'people.0.certificate_identification': expect.anything() },
    })
    const people = [{ ...luis, certificate_identification: '01-0999-0888' }]
    expect(await fieldsOf((await use(template, { people })).document_id)).toMatchObject([
      { certificate_identification: '01-0999-0888' },
    ])
  })

  test('a certified template where the site has no authorities makes nothing', async () => {
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

describe('versions', () => {
  test('a change is the next version; a new name is none; documents keep theirs', async () => {
    const { template } = await startWith()
    const first = await use(template)
    const { id, order, roles } = template
    const put = (body: object) =>
      succeed(server, changeTemplateCall, {
        bearer: olga,
        params: { id },
        body: { version: 1, name: 'Alquiler', order, message: '', roles, ...body },
      })
    expect(await put({ name: 'Alquiler de casa' })).toMatchObject({ version: 1, name: 'Alquiler de casa' })
    const swapped = roles.map((role) => ({ ...role, step: 3 - role.step }))
    expect(await put({ roles: swapped })).toMatchObject({
      version: 2,
      roles: [{ name: 'Arrendatario' }, { name: 'Fiador' }],
    })
    const call = { bearer: olga, params: { id }, body: { version: 1, name: 'Otro', order, message: '', roles } }
    expect(await refuse(server, changeTemplateCall, call)).toMatchObject({ code: 'TEMPLATE_CHANGED' })
    expect(await use(template)).toMatchObject({ version: 2 })
    expect(await draftOf(first.document_id)).toMatchObject({ origin: { version: 1, newest: 2, name: 'Alquiler' } })
  })

  test('a document from a template becomes its next version', async () => {
    const { template } = await startWith()
    const { document_id } = await use(template)
    await placeField(server, olga, document_id, { signer_name: 'Rosa Vega', signer_email: 'rosa@example.com' })
    expect((await draftOf(document_id)).roles).toMatchObject([
      { name: 'Fiador', signer: 'Luis Mata' },
      { name: 'Arrendatario', signer: 'Eva Mora' },
      { name: 'Firmante 3', signer: 'Rosa Vega' },
    ])
    const roles = await namedRoles(document_id, ['Fiador', 'Arrendatario', 'Testigo'])
    const body = { version: 1, document_id, roles, message: '' }
    const call = { bearer: olga, params: { id: template.id }, body }
    expect(await succeed(server, saveTemplateVersionCall, call)).toMatchObject({ version: 2, documents: 1 })
    expect(await refuse(server, saveTemplateVersionCall, call)).toMatchObject({ code: 'TEMPLATE_CHANGED' })
  })

  test('a copy is a template of its own', async () => {
    const { template } = await startWith()
    const call = { bearer: olga, params: { id: template.id }, body: {} }
    const copy = await succeed(server, duplicateTemplateCall, call)
    expect(copy).toMatchObject({ name: 'Alquiler (copia)', version: 1, fields: template.fields })
    await succeed(server, deleteTemplateCall, { bearer: olga, params: { id: template.id } })
    expect(await use(copy)).toMatchObject({ version: 1 })
  })
})

describe('the file', () => {
  test('is served to the owner', async () => {
    const { template } = await startWith()
    const response = await server.app.inject({
      url: pathOf(templateFileCall, { id: template.id }),
      headers: { authorization: `Bearer ${olga}` },
    })
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(Buffer.compare(response.rawPayload, threePages())).toBe(0)
  })

  test.each(['before', 'after'])('that is gone %s the first use makes nothing', async (when) => {
    const { template } = await startWith()
    if (when === 'after') await use(template)
    const before = await countDocuments()
    expect(await server.services.blobs.remove(template.sha256, 0)).toBe(true)
    expect(await refuseUse(template)).toMatchObject({ status: 409, code: 'TEMPLATE_DAMAGED' })
    expect(await countDocuments()).toBe(before)
  })

  test('is screened again by a process that has not judged it', async () => {
    const { template } = await startWith()
    const { inspectPdf } = server.services
    const judged: string[] = []
    Object.assign(server.services, {
      inspectPdf: async (...given: Parameters<typeof inspectPdf>) => {
        judged.push(given[0])
        return { kind: 'unsupported', detail: 'una regla nueva', remedy: 'none' }
      },
    })
    const before = await countDocuments()
    expect(await refuseUse(template)).toMatchObject({ code: 'TEMPLATE_REFUSED' })
    expect([judged.length, await countDocuments()]).toEqual([1, before])
  })

  test('stays while a template has it, and goes with the last one', async () => {
    const { document, template } = await startWith()
    await succeed(server, deleteFileCall, { bearer: olga, params: { id: document.id } })
    server.clock.advance(server.services.retention + 1)
    const tick = async () => {
      for (let round = 0; round < 3; round++) await server.retention.tick()
    }
    await tick()
    expect(await server.stored()).toEqual([template.sha256])
    const logIn = async () => {
      olga = (await succeed(server, loginCall, { body: { username: 'olga', password: PASSWORD } })).access_token
    }
    await logIn()
    const { document_id } = await use(template)
    await succeed(server, deleteTemplateCall, { bearer: olga, params: { id: template.id } })
    await tick()
    expect(await server.stored()).toEqual([template.sha256])
    expect(Buffer.compare(await downloadBytes(server, olga, document_id), threePages())).toBe(0)
    await succeed(server, deleteFileCall, { bearer: olga, params: { id: document_id } })
    server.clock.advance(server.services.retention + 1)
    await tick()
    expect(await server.stored()).toEqual([])
  })
})

describe('access', () => {
  test('templates of another account do not exist', async () => {
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

  test('a program with the scope uses templates, and sends no other document', async () => {
    const { document, template } = await startWith()
    const { token, details } = await createProgram(server, olga, { scopes: ['templates:use'] })
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

  test('without the scope a program uses none', async () => {
    const { template } = await startWith()
    const { token } = await createProgram(server, olga, { scopes: ['documents:read', 'documents:write'] })
    expect(await refuseUse(template, {}, token)).toMatchObject({ status: 403 })
    expect(await refuse(server, listTemplatesCall, { bearer: token })).toMatchObject({ status: 403 })
  })

  test('a full quota makes no document', async () => {
    const { template } = await startWith()
    leaveRoom(3 * threePages().length - 1)
    expect(await refuseUse(template)).toMatchObject({ code: 'QUOTA_EXCEEDED' })
    leaveRoom(3 * threePages().length)
    await use(template)
  })
})

describe('personal data', () => {
  test('the archive of the account has its templates and their files', async () => {
    const { template } = await startWith('Hola')
    const answer = await server.app.inject({
      method: 'POST',
      url: exportAccountCall.path,
      headers: { authorization: `Bearer ${olga}` },
      payload: { proof: await prove(server, olga) },
    })
    const files = readArchive(answer.rawPayload)
    expect(JSON.parse(String(files.get('cuenta/plantillas.json')))).toMatchObject([
      { plantilla: 'Alquiler', version: 1, contenido: { message: 'Hola' } },
    ])
    expect(files.get(`plantillas/${template.sha256}.pdf`)?.equals(Buffer.from(threePages()))).toBe(true)
  })

  test('nothing of them is left of an erased account', async () => {
    const { template } = await startWith()
    await use(template)
    const body = { proof: await prove(server, olga), username: 'olga' }
    await succeed(server, deleteAccountCall, { bearer: olga, body })
    expect(await refuseUse(template)).toMatchObject({ status: 401 })
    server.clock.advance(server.services.retention + 1)
    for (let round = 0; round < 3; round++) await server.retention.tick()
    const { db } = server.services
    for (const table of ['templates', 'template_versions', 'template_uses', 'users'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await server.stored()).toEqual([])
  })
})

describe('form fields', () => {
  const rules = {
    Domicilio: { kind: 'text', max_length: 60, multiline: false },
    Moneda: { kind: 'choice', options: ['Colones', 'Dólares'] },
  } as const satisfies Record<string, CreateFormField['rule']>

  const startForm = async () => {
    const document = await uploadDocument(server, olga)
    const [ana, beto] = [await placeAna(document.id), await placeBeto(document.id)]
    const add = (field: typeof ana, label: keyof typeof rules, y_relative: number) => {
      const body = { ...newFormField(field, { label, y_relative, rule: rules[label] }), client_id: label }
      return succeed(server, createFormFieldCall, { bearer: olga, body })
    }
    await add(ana, 'Domicilio', 0.1)
    await add(beto, 'Moneda', 0.2)
    return { document, template: await save(document.id) }
  }
  const formOf = (id: number) =>
    succeed(server, listFormFieldsCall, { bearer: olga, query: { user_file_id: String(id) } })
  const values = { Domicilio: 'San José, 佐藤 100 m', Moneda: 'Dólares' } as const

  test('they stand in draft, list and template, each with the signature field of its signer', async () => {
    const { document, template } = await startForm()
    expect((await draftOf(document.id)).roles).toMatchObject([{ form_fields: 1 }, { form_fields: 1 }])
    expect(template).toMatchObject({
      form_field_count: 2,
      form_fields: [
        { signature: 0, label: 'Domicilio', rule: rules.Domicilio },
        { signature: 1, label: 'Moneda', rule: rules.Moneda },
      ],
    })
    expect((await succeed(server, listTemplatesCall, { bearer: olga })).templates).toMatchObject([
      { form_field_count: 2 },
    ])
    const { document_id } = await use(template)
    const fields = await fieldsOf(document_id)
    expect(fields.map(({ has_form }) => has_form)).toEqual([true, true])
    const form = await formOf(document_id)
    expect(form.map(({ label, signature_field_id }) => [label, signature_field_id])).toEqual([
      ['Domicilio', fields[0]?.id],
      ['Moneda', fields[1]?.id],
    ])
    expect((await save(document_id)).form_fields).toEqual(template.form_fields)
  })

  testWith(['pdfsig', 'pdftotext'], 'both signers fill in and sign a document of the template', async () => {
    const { template } = await startForm()
    const { document_id } = await use(template)
    await send(document_id)
    const form = await formOf(document_id)
    for (const { email } of [luis, eva]) {
      const token = await invitationToken(server, email)
      const opened = await succeed(server, validateInvitationCall, { query: { token } })
      const own = form.filter(({ signature_field_id }) => signature_field_id === opened.signature_field.id)
      expect(own).toHaveLength(1)
      const form_values = own.map(({ id, label }) => ({
        form_field_id: id,
        value: values[label as keyof typeof values],
      }))
      await succeed(server, digitalSignCall, {
        bearer: opened.access_token,
        params: { fieldId: opened.signature_field.id },
        body: { field_id: opened.signature_field.id, signature_data: drawing(), form_values },
      })
    }
    const signed = await downloadBytes(server, olga, document_id)
    expect(pdfsigPeople(signed).map(({ valid }) => valid)).toEqual([true, true])
    const shown = runOn(signed, 'pdftotext', ['-layout', '-l', '1'], ['-']).output
    for (const text of Object.values(values)) expect(shown).toContain(text)
  })
})
