import {
  deleteFieldCall,
  deleteFileCall,
  digitalSignCall,
  findFilesCall,
  getFileCall,
  listFieldsCall,
  listFilesCall,
  shareFileCall,
} from 'shared/contract'
import { exportAccountCall, storageUseCall } from 'shared/contract/accounts'
import { createFormFieldCall } from 'shared/contract/form-fields'
import { setDeadlineCall, setSigningOrderCall } from 'shared/contract/signing-order'
import {
  changeTemplateCall,
  createTemplateCall,
  deleteTemplateCall,
  editTemplateFieldsCall,
  getTemplateCall,
  listTemplatesCall,
  saveTemplateVersionCall,
  sendTemplateDocumentCall,
  type Template,
  templateDraftCall,
} from 'shared/contract/templates'
import { newFormField } from '../../../test/support/form-fields.ts'
import {
  drawing,
  inviteSigner,
  placeField,
  registerPerson,
  signable,
  uploadDocument,
} from '../../../test/support/people.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { prove } from '../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { addWebhook } from '../../../test/support/webhook-receiver.ts'
import { DAY_MS } from '../../platform/clock.ts'

let server: TestServer
let olga: string
let template: Template

const draftOf = (id: number) => succeed(server, templateDraftCall, { bearer: olga, params: { id } })
const fieldsOf = (id: number) => succeed(server, listFieldsCall, { bearer: olga, query: { user_file_id: String(id) } })
const open = (bearer = olga) =>
  succeed(server, editTemplateFieldsCall, { bearer, params: { id: template.id }, body: {} })
const templateNow = () => succeed(server, getTemplateCall, { bearer: olga, params: { id: template.id } })
const deleteCopy = (id: number) => succeed(server, deleteFileCall, { bearer: olga, params: { id } })
const removeField = (id: number) => succeed(server, deleteFieldCall, { bearer: olga, params: { id } })

const versionOf = async (id: number, version = template.version) => {
  const { roles, message } = await draftOf(id)
  return { version, document_id: id, roles: roles.map(({ key, name }) => ({ key, name })), message }
}
const save = async (id: number) =>
  succeed(server, saveTemplateVersionCall, {
    bearer: olga,
    params: { id: template.id },
    body: await versionOf(id),
  })

const replaceField = async (copy: number, at: number, change: object) => {
  const [field] = (await fieldsOf(copy)).slice(at)
  if (field === undefined) throw new Error('no such field')
  await removeField(field.id)
  const { signer_name, signer_email, page, field_type } = field
  return placeField(server, olga, copy, { signer_name, signer_email, page, field_type, ...change })
}

beforeEach(async () => {
  server = await openTestServer({ resolve: async () => ['8.8.8.8'] })
  olga = (await registerPerson(server, 'olga')).access_token
  const { id } = await uploadDocument(server, olga)
  const ana = await placeField(server, olga, id, { page: 2 })
  const beto = await placeField(server, olga, id, { signer_name: 'Beto Solano', signer_email: 'beto@example.com' })
  await placeField(server, olga, id, { field_type: 'PRIMARY' })
  await succeed(server, createFormFieldCall, { bearer: olga, body: { ...newFormField(ana), client_id: 'dato_1' } })
  const [own] = (await fieldsOf(id)).slice(-1)
  const body = { mode: 'ordered' as const, steps: [[beto.id], [ana.id], [own?.id ?? 0]] }
  await succeed(server, setSigningOrderCall, { bearer: olga, params: { id }, body })
  const names = ['Fiador', 'Arrendatario', 'Propietario']
  const roles = (await draftOf(id)).roles.map(({ key }, index) => ({ key, name: names[index] ?? '' }))
  template = await succeed(server, createTemplateCall, {
    bearer: olga,
    body: { document_id: id, name: 'Alquiler', roles, message: 'Lee la cláusula 4.' },
  })
})
afterEach(closeTestServers)

describe('the working copy of a template', () => {
  test('the working copy contains the template’s fields with roles instead of people', async () => {
    const { document_id: id, resumed } = await open()
    expect(resumed).toBe(false)
    expect(await fieldsOf(id)).toMatchObject([
      { signer_name: 'Fiador', signer_email: 'r1@plantilla.invalid' },
      { signer_name: 'Arrendatario', signer_email: 'r2@plantilla.invalid' },
      { field_type: 'PRIMARY' },
    ])
    expect(await succeed(server, getFileCall, { bearer: olga, params: { id } })).toMatchObject({
      template_edit: { template_id: template.id, name: 'Alquiler', version: 1 },
    })
    expect(await draftOf(id)).toMatchObject({ changed: false, origin: { version: 1, newest: 1 } })
  })

  test('saving an unchanged working copy creates a version with the same roles and fields', async () => {
    const { roles, fields, form_fields, order, mode, message } = template
    const saved = await save((await open()).document_id)
    expect(saved).toMatchObject({ version: 2, order, mode, message, roles })
    expect([saved.fields, saved.form_fields]).toEqual([fields, form_fields])
  })

  test('moved, new and removed fields create the next version, and the remaining roles keep id and step', async () => {
    const { document_id: id } = await open()
    await replaceField(id, 0, { x_relative: 0.6 })
    await placeField(server, olga, id, { signer_name: 'Testigo', signer_email: 'rol-1@plantilla.invalid' })
    const [arrendatario] = await fieldsOf(id)
    await removeField(arrendatario?.id ?? 0)
    expect((await draftOf(id)).changed).toBe(true)
    const saved = await save(id)
    expect(saved.roles).toMatchObject([
      { id: 'r1', name: 'Fiador', step: 1 },
      { id: 'r3', name: 'Propietario', is_owner: true, step: 3 },
      { id: 'r4', name: 'Testigo', step: 4 },
    ])
    expect(saved.fields).toMatchObject([{ role: 'r1', x: 0.6 }, { role: 'r3' }, { role: 'r4' }])
    expect(saved.form_fields).toEqual([])
  })

  test('the working copy does not appear in file lists or counts, or in the template’s number of documents', async () => {
    const find = { bearer: olga, query: { counts: 'true' as const } }
    const before = await succeed(server, findFilesCall, find)
    await open()
    const after = await succeed(server, findFilesCall, find)
    expect(after.counts).toEqual(before.counts)
    expect([...after.documents, ...(await succeed(server, listFilesCall, { bearer: olga }))]).toHaveLength(
      2 * before.documents.length,
    )
    const { templates } = await succeed(server, listTemplatesCall, { bearer: olga })
    expect(templates).toMatchObject([{ documents: 0 }])
  })

  test('the account archive contains no working copy', async () => {
    await open()
    const answer = await server.app.inject({
      method: 'POST',
      url: exportAccountCall.path,
      headers: { authorization: `Bearer ${olga}` },
      payload: { proof: await prove(server, olga) },
    })
    const names = [...readArchive(answer.rawPayload).keys()]
    expect(names).toContain('cuenta/plantillas.json')
    const documents = names.filter((name) => name.startsWith('documentos/')).map((name) => name.split('/')[1])
    expect(new Set(documents)).toEqual(new Set(['0001 Contrato']))
  })

  test('opening and deleting a working copy queues no webhook event', async () => {
    await addWebhook(server, { bearer: olga, url: 'https://avisos.example/trazo' })
    const { document_id: id } = await open()
    await deleteCopy(id)
    expect(await server.services.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
  })

  test('the API refuses to send, share, sign, invite to, or set a deadline on a working copy', async () => {
    const { document_id: id } = await open()
    const [first, , own] = await fieldsOf(id)
    if (first === undefined || own === undefined) throw new Error('no fields')
    const about = { bearer: olga, params: { id } }
    const refusals = [
      refuse(server, sendTemplateDocumentCall, { ...about, body: {} }),
      refuse(server, shareFileCall, { ...about, body: signable }),
      refuse(server, setDeadlineCall, { ...about, body: { date: '2026-12-24' } }),
      refuse(server, digitalSignCall, {
        bearer: olga,
        params: { fieldId: own.id },
        body: { field_id: own.id, signature_data: drawing() },
      }),
    ]
    for (const { code } of await Promise.all(refusals)) expect(code).toBe('TEMPLATE_WORKING_COPY')
    await expect(inviteSigner(server, olga, first)).rejects.toThrow('TEMPLATE_WORKING_COPY')
    const { db } = server.services
    expect(await db.selectFrom('outbox').select('kind').where('document_id', '=', id).execute()).toEqual([])
    expect(await db.selectFrom('contacts').selectAll().execute()).toEqual([])
  })

  test('only the owner of the template can open its working copy', async () => {
    const { access_token: pedro } = await registerPerson(server, 'pedro')
    const call = { params: { id: template.id }, body: {} }
    expect((await refuse(server, editTemplateFieldsCall, { ...call, bearer: pedro })).status).toBe(404)
    const { document_id } = await open()
    expect((await refuse(server, getFileCall, { bearer: pedro, params: { id: document_id } })).status).toBe(404)
  })
})

describe('saving a working copy', () => {
  test('a repeated save returns the first answer, and the working copy is gone', async () => {
    const { document_id: id } = await open()
    const body = await versionOf(id)
    const call = { bearer: olga, params: { id: template.id }, body }
    const first = await succeed(server, saveTemplateVersionCall, call)
    expect(await succeed(server, saveTemplateVersionCall, call)).toEqual(first)
    expect((await refuse(server, getFileCall, { bearer: olga, params: { id } })).status).toBe(404)
  })

  test('the API refuses a save over a newer version, and the copy can still be saved as another template', async () => {
    const { document_id: id } = await open()
    await replaceField(id, 0, { x_relative: 0.6 })
    const roles = template.roles.map(({ id: role, name, step }) => ({ id: role, name, step }))
    const change = { version: 1, name: 'Alquiler', order: 'ordered' as const, message: 'Otro.', roles }
    await succeed(server, changeTemplateCall, { bearer: olga, params: { id: template.id }, body: change })
    const call = { bearer: olga, params: { id: template.id }, body: await versionOf(id) }
    expect((await refuse(server, saveTemplateVersionCall, call)).code).toBe('TEMPLATE_CHANGED')
    expect(await open()).toEqual({ document_id: id, resumed: true })
    const { version: _, ...described } = await versionOf(id)
    const other = await succeed(server, createTemplateCall, { bearer: olga, body: { ...described, name: 'Otra' } })
    expect(other.fields.some(({ x }) => x === 0.6)).toBe(true)
    expect((await templateNow()).version).toBe(2)
  })

  test('the API refuses to save a working copy into another template', async () => {
    const { document_id: id } = await open()
    const { version: _, ...described } = await versionOf(id)
    const other = await succeed(server, createTemplateCall, { bearer: olga, body: { ...described, name: 'Otra' } })
    const call = { bearer: olga, params: { id: other.id }, body: { ...described, version: 1 } }
    expect((await refuse(server, saveTemplateVersionCall, call)).code).toBe('TEMPLATE_WORKING_COPY')
  })
})

describe('leaving a working copy', () => {
  test('opening again resumes a changed copy, and replaces an unchanged copy of an older version', async () => {
    const first = await open()
    expect(await open()).toEqual(first)
    const roles = template.roles.map(({ id, name, step }) => ({ id, name, step }))
    const change = { version: 1, name: 'Alquiler', order: 'parallel' as const, message: '', roles }
    await succeed(server, changeTemplateCall, { bearer: olga, params: { id: template.id }, body: change })
    const second = await open()
    expect(second.document_id).not.toBe(first.document_id)
    await replaceField(second.document_id, 0, { x_relative: 0.6 })
    expect(await open()).toEqual({ ...second, resumed: true })
  })

  test('simultaneous requests of several windows open the same working copy', async () => {
    const copies = await Promise.all([open(), open(), open()])
    expect(new Set(copies.map(({ document_id }) => document_id)).size).toBe(1)
  })

  test('a discarded, saved or 30 days old working copy leaves no document', async () => {
    const { db } = server.services
    const copies = () => db.selectFrom('documents').select('id').where('edits_template', '=', 1).execute()
    const used = async () => (await succeed(server, storageUseCall, { bearer: olga })).used
    const before = await used()
    await deleteCopy((await open()).document_id)
    await save((await open()).document_id)
    await server.retention.tick()
    expect(await copies()).toEqual([])
    expect(await used()).toBe(before)
    await open()
    server.clock.advance(30 * DAY_MS - 1)
    await server.retention.tick()
    expect(await copies()).toHaveLength(1)
    server.clock.advance(1)
    await server.retention.tick()
    expect(await copies()).toEqual([])
  })

  test('deleting the template deletes its working copy', async () => {
    const { document_id: id } = await open()
    await succeed(server, deleteTemplateCall, { bearer: olga, params: { id: template.id } })
    expect((await refuse(server, getFileCall, { bearer: olga, params: { id } })).status).toBe(404)
    await server.retention.tick()
    expect(
      await server.services.db.selectFrom('documents').select('id').where('edits_template', '=', 1).execute(),
    ).toEqual([])
  })
})
