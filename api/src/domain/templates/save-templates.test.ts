import { prepareFields } from 'pdf/sign'
import { createFieldCall, deleteFileCall } from 'shared/contract'
import { deleteAccountCall, exportAccountCall, loginCall, storageUseCall } from 'shared/contract/accounts'
import {
  changeTemplateCall,
  createTemplateCall,
  deleteTemplateCall,
  duplicateTemplateCall,
  listTemplatesCall,
  saveTemplateVersionCall,
  templateFileCall,
} from 'shared/contract/templates'
import { downloadBytes, PASSWORD, placeField, threePages, uploadDocument } from '../../../test/support/people.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { prove } from '../../../test/support/security.ts'
import { createTemplateScene } from '../../../test/support/templates.ts'
import { closeTestServers, pathOf, refuse, succeed, type TestServer } from '../../../test/support/test-server.ts'

const scene = createTemplateScene()
const {
  placeAna,
  placeBeto,
  leaveRoom,
  draftOf,
  namedRoles,
  save,
  startWith,
  use,
  refuseUse,
  fieldsOf,
  countDocuments,
} = scene

let server: TestServer
let olga: string
beforeEach(async () => {
  ;({ server, olga } = await scene.open())
})
afterEach(closeTestServers)

describe('saving a template', () => {
  test('the draft proposes roles in signing order, with numbered names instead of the signers’ names', async () => {
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

  test('a template contains fields, roles, order and message, and no person of the document', async () => {
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

  test('the template replaces a field label that contains the name of the signer', async () => {
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

  test('each empty signature field of a PDF becomes a role', async () => {
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

  test('the API refuses a document without fields, and fields that changed since the draft', async () => {
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

  test('the API refuses two roles with the same name, and names with hidden characters', async () => {
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

  test('the API refuses a template beyond two hundred, and a template that exceeds the storage quota', async () => {
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

describe('versions of a template', () => {
  test('a changed role order creates a version, a new name does not, and documents keep their version', async () => {
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

  test('a document made from a template can become the template’s next version', async () => {
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

  test('a duplicated template works after the original template is deleted', async () => {
    const { template } = await startWith()
    const call = { bearer: olga, params: { id: template.id }, body: {} }
    const copy = await succeed(server, duplicateTemplateCall, call)
    expect(copy).toMatchObject({ name: 'Alquiler (copia)', version: 1, fields: template.fields })
    await succeed(server, deleteTemplateCall, { bearer: olga, params: { id: template.id } })
    expect(await use(copy)).toMatchObject({ version: 1 })
  })
})

describe('the file of a template', () => {
  test('the API serves the template file to its owner', async () => {
    const { template } = await startWith()
    const response = await server.app.inject({
      url: pathOf(templateFileCall, { id: template.id }),
      headers: { authorization: `Bearer ${olga}` },
    })
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(Buffer.compare(response.rawPayload, threePages())).toBe(0)
  })

  test.each(['before', 'after'])(
    'the API refuses a template whose file disappeared %s the first use, and creates no document',
    async (when) => {
      const { template } = await startWith()
      if (when === 'after') await use(template)
      const before = await countDocuments()
      expect(await server.services.blobs.remove(template.sha256, 0)).toBe(true)
      expect(await refuseUse(template)).toMatchObject({ status: 409, code: 'TEMPLATE_DAMAGED' })
      expect(await countDocuments()).toBe(before)
    },
  )

  test('the API screens the template file again at its first use and refuses a file that fails', async () => {
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

  test('the file stays while a template or document refers to the file, and is then erased', async () => {
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
    const { document_id } = await use(template, {}, olga)
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

describe('personal data in templates', () => {
  test('the account archive contains the templates and their files', async () => {
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

  test('erasing the account erases its templates, versions, uses and files', async () => {
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
