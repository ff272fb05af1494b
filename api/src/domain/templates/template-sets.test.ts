import { readFile } from 'node:fs/promises'
import { listFieldsCall, listFilesCall, validateInvitationCall } from 'shared/contract'
import { getSendingCall } from 'shared/contract/sendings'
import { getSigningOrderCall } from 'shared/contract/signing-order'
import {
  changeTemplateCall,
  createTemplateCall,
  deleteTemplateCall,
  duplicateTemplateCall,
  editTemplateFieldsCall,
  getTemplateCall,
  listTemplatesCall,
  saveTemplateVersionCall,
  sendTemplateDocumentCall,
  type Template,
  templateDraftCall,
  useTemplateCall,
} from 'shared/contract/templates'
import { hashHex } from 'shared/server'
import { invitationToken, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { actOn, signAs } from '../../../test/support/sendings.ts'
import { callUse, EVA, IVO, startSet, type TestSet, useSet } from '../../../test/support/template-sets.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const countDocuments = async ({ server: { services } }: TestSet): Promise<number> =>
  (await services.db.selectFrom('documents').select('id').execute()).length

const invitationsOf = ({ server: { services } }: TestSet) =>
  services.db.selectFrom('outbox').select('to_key').where('kind', '=', 'invitation').orderBy('to_key').execute()

const rolesOf = ({ roles }: Pick<Template, 'roles'>) => roles.map(({ id, name }) => [id, name])

const memberIds = ({ set }: Pick<Template, 'set'>): number[] => set?.documents.map((each) => each.template_id) ?? []

const getTemplate = ({ server, bearer }: TestSet, id: number) =>
  succeed(server, getTemplateCall, { bearer, params: { id } })

/** Adds a signer to the second document of the set, in its working copy. */
const editSecond = async (set: TestSet, name: string): Promise<Template> => {
  const { server, bearer, template } = set
  const [, id = 0] = memberIds(template)
  const params = { id }
  const { document_id: copy } = await succeed(server, editTemplateFieldsCall, { bearer, params, body: {} })
  await placeField(server, bearer, copy, { signer_name: name, signer_email: 'nuevo@plantilla.invalid' })
  const draft = await succeed(server, templateDraftCall, { bearer, params: { id: copy } })
  const roles = draft.roles.map(({ key, name: own }) => ({ key, name: own }))
  const body = { version: 1, document_id: copy, roles, message: '' }
  return succeed(server, saveTemplateVersionCall, { bearer, params, body })
}

describe('saving a sending as a template', () => {
  test('makes a set of all its documents, in which one person is one role', async () => {
    const { server, bearer, documents, template } = await startSet('Hola')
    const draft = await succeed(server, templateDraftCall, { bearer, params: { id: documents[2].id } })
    expect(draft.roles.map(({ name, signer, fields }) => [name, signer, fields])).toEqual([
      ['Firmante 1', 'Ana Rojas', 3],
      ['Firmante 2', 'Luis Mata', 2],
    ])
    expect(draft.together).toEqual(
      documents.map(({ id, original_filename }, index) => ({
        document_id: id,
        name: original_filename,
        fields: index === 2 ? 1 : 2,
      })),
    )
    expect(rolesOf(template)).toEqual([
      ['r1', 'Arrendatario'],
      ['r2', 'Fiador'],
    ])
    expect(template.set?.documents.map(({ name, pages }) => [name, pages])).toEqual([
      ['Contrato', 1],
      ['Inventario', 2],
      ['Reglamento', 3],
    ])
    const { templates } = await succeed(server, listTemplatesCall, { bearer })
    expect(templates.map(({ id, name, set }) => [id, name, set?.documents.length])).toEqual([
      [template.id, 'Alquiler', 3],
    ])
    expect(JSON.stringify(await server.services.db.selectFrom('template_versions').selectAll().execute())).not.toMatch(
      /ana@example|Ana Rojas/,
    )
  })

  test('saves nothing if one of its documents has no field, and names it', async () => {
    const { server, bearer, documents, anas } = await startSet()
    await server.services.db.deleteFrom('fields').where('id', '=', anas[2].id).execute()
    const draft = await succeed(server, templateDraftCall, { bearer, params: { id: documents[0].id } })
    const roles = draft.roles.map(({ key, name }) => ({ key, name }))
    const body = { document_id: documents[0].id, name: 'Otra', roles, message: '' }
    const refused = await refuse(server, createTemplateCall, { bearer, body })
    expect([refused.code, refused.message]).toEqual(['TEMPLATE_EMPTY', expect.stringContaining('«Reglamento.pdf»')])
    expect((await succeed(server, listTemplatesCall, { bearer })).templates).toHaveLength(1)
  })

  test('keeps no text that names a person of another document', async () => {
    const { server, bearer, documents, anas } = await startSet()
    const { db } = server.services
    await db.updateTable('fields').set({ label: 'Junto a Luis Mata' }).where('id', '=', anas[2].id).execute()
    const draft = await succeed(server, templateDraftCall, { bearer, params: { id: documents[0].id } })
    const roles = draft.roles.map(({ key, name }) => ({ key, name }))
    const body = { document_id: documents[0].id, name: 'Otra', roles, message: '' }
    await succeed(server, createTemplateCall, { bearer, body })
    const versions = await db.selectFrom('template_versions').select('description').execute()
    expect(JSON.stringify(versions)).not.toContain('Luis Mata')
  })

  test('two people of different documents with the proposed name «Firmante 1» are two roles', async () => {
    const { server, bearer, documents } = await startSet()
    const { db } = server.services
    await db.updateTable('participants').set({ name: 'Otra' }).where('document_id', '=', documents[2].id).execute()
    const draft = await succeed(server, templateDraftCall, { bearer, params: { id: documents[0].id } })
    expect(draft.roles.map(({ name }) => name)).toEqual(['Firmante 1', 'Firmante 2', 'Firmante 3'])
  })
})

describe('using a set', () => {
  test('asks for each role once, makes one sending, invites each person once and signs all in one act', async () => {
    const set = await startSet('Hola')
    const { server, bearer } = set
    const made = await useSet(set)
    expect(made.sending?.documents.map(({ original_filename }) => original_filename)).toEqual([
      'Ivo · Contrato.pdf',
      'Ivo · Inventario.pdf',
      'Ivo · Reglamento.pdf',
    ])
    const params = { id: made.sending?.id ?? 0 }
    const sending = await succeed(server, getSendingCall, { bearer, params })
    expect(sending.people.map(({ name, documents }) => [name, documents.length])).toEqual([
      ['Ivo Paz', 3],
      ['Eva Mora', 2],
    ])
    const call = { bearer, params: { id: sending.documents[1]?.id ?? 0 }, body: {} }
    expect(await succeed(server, sendTemplateDocumentCall, call)).toMatchObject({
      invited: 2,
      sending: { id: sending.id, documents: sending.documents.map(({ id }) => id) },
    })
    expect((await succeed(server, sendTemplateDocumentCall, call)).invited).toBe(0)
    await server.relay.tick()
    const mails = await invitationsOf(set)
    expect(mails.map(({ to_key }) => to_key)).toEqual(['eva@example.com', 'ivo@example.com'])
    const guest = await succeed(server, validateInvitationCall, {
      query: { token: await invitationToken(server, IVO.email) },
    })
    const files = await succeed(server, listFilesCall, { bearer })
    const shown = sending.documents.flatMap(({ id }) => files.find((file) => file.id === id) ?? [])
    expect((await signAs(set, guest, actOn(shown))).signatures).toHaveLength(3)
  })

  test('a key makes one sending, also by the id of another template of the set', async () => {
    const set = await startSet()
    const request_key = 'una-clave-de-solicitud'
    const made = await useSet(set, { request_key })
    expect(await useSet(set, { request_key })).toEqual(made)
    const [, , third = 0] = memberIds(set.template)
    const again = await succeed(set.server, useTemplateCall, { ...callUse(set), params: { id: third } })
    expect(again.sending?.documents).toHaveLength(3)
    expect(await countDocuments(set)).toBe(9)
  })

  test.each([
    ['a missing person', [IVO], 'people'],
    ['an unknown role', [IVO, { ...EVA, role: 'r9' }], 'people.1.role'],
    ['one person in two roles of a document', [IVO, { ...IVO, role: 'r2' }], 'people.1.email'],
  ])('%s makes no document', async (_, people, field) => {
    const set = await startSet()
    expect(await refuse(set.server, useTemplateCall, callUse(set, { people }))).toMatchObject({
      code: 'VALIDATION',
      fields: { [field]: expect.anything() },
    })
    expect(await countDocuments(set)).toBe(3)
  })

  test('a set whose documents do not fit the quota together makes none', async () => {
    const set = await startSet()
    const { services } = set.server
    const sizes = await services.db.selectFrom('template_versions').select('size').execute()
    const used = 2 * sizes.reduce((sum, { size }) => sum + size, 0)
    const room = Math.max(...sizes.map(({ size }) => size))
    Object.assign(services, { quota: used + room })
    expect(await refuse(set.server, useTemplateCall, callUse(set))).toMatchObject({ code: 'QUOTA_EXCEEDED' })
    expect(await countDocuments(set)).toBe(3)
  })

  test('a template of it that breaks today’s rules makes no document', async () => {
    const set = await startSet()
    const { services } = set.server
    const { sha256 } = await getTemplate(set, memberIds(set.template)[2] ?? 0)
    const { inspectPdf } = services
    const stricter: typeof inspectPdf = async (path, turn) =>
      hashHex(await readFile(path)) === sha256
        ? { kind: 'unsupported', detail: 'damaged', remedy: 'none' }
        : inspectPdf(path, turn)
    Object.assign(services, { inspectPdf: stricter })
    expect(await refuse(set.server, useTemplateCall, callUse(set))).toMatchObject({ code: 'TEMPLATE_REFUSED' })
    expect(await countDocuments(set)).toBe(3)
  })

  test('a template of it that is deleted during the use makes no document', async () => {
    const set = await startSet()
    const { services } = set.server
    const ids = memberIds(set.template)
    const { inspectPdf } = services
    const deleting: typeof inspectPdf = async (path, turn) => {
      await services.db
        .deleteFrom('template_versions')
        .where('template_id', '=', ids[2] ?? 0)
        .execute()
      await services.db
        .deleteFrom('templates')
        .where('id', '=', ids[2] ?? 0)
        .execute()
      return inspectPdf(path, turn)
    }
    Object.assign(services, { inspectPdf: deleting })
    expect(await refuse(set.server, useTemplateCall, callUse(set))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await countDocuments(set)).toBe(3)
  })

  test('another account reads, uses, sends, changes and deletes none of it', async () => {
    const set = await startSet()
    const { server, template } = set
    const made = await useSet(set)
    const { access_token: bearer } = await registerPerson(server, 'eve')
    const foreign = await uploadDocument(server, bearer)
    const change = { version: 1, name: 'Mía', order: 'parallel' as const, message: '', roles: [] }
    const from = { document_id: set.documents[0].id, name: 'Mía', roles: [], message: '' }
    for (const id of memberIds(template)) {
      const call = { bearer, params: { id } }
      const answers = [
        await refuse(server, getTemplateCall, call),
        await refuse(server, useTemplateCall, { ...callUse(set), ...call }),
        await refuse(server, changeTemplateCall, { ...call, body: change }),
        await refuse(server, duplicateTemplateCall, { ...call, body: {} }),
        await refuse(server, deleteTemplateCall, call),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    }
    const send = { bearer, params: { id: made.document_id }, body: {} }
    expect(await refuse(server, sendTemplateDocumentCall, send)).toMatchObject({ status: 404 })
    expect(await refuse(server, createTemplateCall, { bearer, body: from })).toMatchObject({ status: 404 })
    // A row that names the set of another account joins nothing.
    const own = { ...from, document_id: foreign.id }
    await placeField(server, bearer, foreign.id)
    const draft = await succeed(server, templateDraftCall, { bearer, params: { id: foreign.id } })
    const roles = draft.roles.map(({ key, name }) => ({ key, name }))
    const { id } = await succeed(server, createTemplateCall, { bearer, body: { ...own, roles } })
    const mark = { set_id: template.set?.id ?? 0, set_position: 1, document_name: 'x' }
    await server.services.db.updateTable('templates').set(mark).where('id', '=', id).execute()
    expect(memberIds(await succeed(server, getTemplateCall, { bearer, params: { id } }))).toEqual([id])
    expect(memberIds(await getTemplate(set, template.id))).toEqual(memberIds(template))
  })
})

describe('changing a set', () => {
  test('a new name of template and role is that of all its documents', async () => {
    const set = await startSet()
    const { server, bearer, template } = set
    const roles = template.roles.map(({ id, step }) => ({ id, step, name: id === 'r1' ? 'Inquilina' : 'Fiador' }))
    const body = { version: 1, name: 'Renta', order: template.order, message: 'Nuevo', roles }
    const changed = await succeed(server, changeTemplateCall, { bearer, params: { id: template.id }, body })
    expect([changed.name, rolesOf(changed)]).toEqual([
      'Renta',
      [
        ['r1', 'Inquilina'],
        ['r2', 'Fiador'],
      ],
    ])
    const all = await Promise.all(memberIds(template).map((id) => getTemplate(set, id)))
    expect(all.map(({ name, message, version }) => [name, message, version])).toEqual(
      [0, 1, 2].map(() => ['Renta', 'Nuevo', 2]),
    )
  })

  test('an order for the set is the order of each document; without one, each keeps its own', async () => {
    const set = await startSet()
    const { server, bearer, template } = set
    const roles = template.roles.map(({ id, name }) => ({ id, name, step: id === 'r1' ? 2 : 1 }))
    const body = { version: 1, name: 'Alquiler', order: 'ordered' as const, message: '', roles }
    await succeed(server, changeTemplateCall, { bearer, params: { id: template.id }, body })
    const orders = async () =>
      (await Promise.all(memberIds(template).map((id) => getTemplate(set, id)))).map(({ order }) => order)
    expect(await orders()).toEqual(['ordered', 'ordered', 'ordered'])
    const [made] = (await useSet(set)).sending?.documents ?? []
    const params = { id: made?.document_id ?? 0 }
    const { steps } = await succeed(server, getSigningOrderCall, { bearer, params })
    expect(steps.map(({ signer_name }) => signer_name)).toEqual(['Eva Mora', 'Ivo Paz'])
  })

  test('a copy is another set, and deleting one deletes all its templates', async () => {
    const set = await startSet()
    const { server, bearer, template } = set
    const copy = await succeed(server, duplicateTemplateCall, { bearer, params: { id: template.id }, body: {} })
    expect([copy.name, copy.set?.documents.length]).toEqual(['Alquiler (copia)', 3])
    expect(copy.set?.id).not.toBe(template.set?.id)
    const [, second = 0] = memberIds(template)
    await succeed(server, deleteTemplateCall, { bearer, params: { id: second } })
    const { templates } = await succeed(server, listTemplatesCall, { bearer })
    expect(templates.map(({ id }) => id)).toEqual([copy.id])
    expect(await refuse(server, useTemplateCall, callUse(set))).toMatchObject({ status: 404 })
    const rows = await server.services.db.selectFrom('template_versions').select('template_id').execute()
    expect(rows.map(({ template_id }) => template_id).toSorted()).toEqual(memberIds(copy).toSorted())
  })

  test('a new role of one document with the label of another is that role; a new label is asked for', async () => {
    const set = await startSet()
    const [first] = memberIds(set.template)
    const edited = await editSecond(set, 'Testigo')
    expect(edited.set?.documents.map(({ version }) => version)).toEqual([1, 2, 1])
    expect(rolesOf(await getTemplate(set, first ?? 0))).toEqual([
      ['r1', 'Arrendatario'],
      ['r2', 'Fiador'],
      ['r3', 'Testigo'],
    ])
    expect(await refuse(set.server, useTemplateCall, callUse(set))).toMatchObject({ code: 'VALIDATION' })
    const made = await useSet(set, { people: [IVO, EVA, { role: 'r3', name: 'Teo', email: 'teo@example.com' }] })
    const query = { user_file_id: String(made.sending?.documents[1]?.document_id) }
    const fields = await succeed(set.server, listFieldsCall, { bearer: set.bearer, query })
    expect(fields.map(({ signer_name }) => signer_name).toSorted()).toEqual(['Eva Mora', 'Ivo Paz', 'Teo'])
  })
})
