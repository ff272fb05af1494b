import { getFileCall } from 'shared/contract'
import { changeBulkJobCall, createBulkJobCall, getBulkJobCall, previewBulkCall } from 'shared/contract/bulk'
import { createFormFieldCall } from 'shared/contract/form-fields'
import { getSendingCall } from 'shared/contract/sendings'
import {
  changeTemplateCall,
  createTemplateCall,
  deleteTemplateCall,
  templateDraftCall,
} from 'shared/contract/templates'
import { base64, begin, sendRows } from '../../../test/support/bulk.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { startSet, type TestSet } from '../../../test/support/template-sets.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const TITLES = 'Nombre de Arrendatario;Email de Arrendatario;Nombre de Fiador;Email de Fiador'
const rowOf = (at: number) => `Ana ${at};ana${at}@example.com;Beto ${at};beto${at}@example.com`
const fileOf = (rows: number) => base64([TITLES, ...Array.from({ length: rows }, (_, at) => rowOf(at))].join('\r\n'))

const jobOf = ({ server, bearer }: TestSet, id: number) => succeed(server, getBulkJobCall, { bearer, params: { id } })

const preview = ({ server, bearer, template }: TestSet, file: string) =>
  succeed(server, previewBulkCall, { bearer, params: { id: template.id }, body: { file } })

/** Documents that templates made, by sending; and invitation mails by address. */
const made = async ({ server: { services } }: TestSet) => {
  const documents = await services.db
    .selectFrom('documents')
    .innerJoin('template_uses', 'template_uses.document_id', 'documents.id')
    .select(['documents.id', 'documents.sending_id'])
    .execute()
  const mails = await services.db.selectFrom('outbox').select('to_key').where('kind', '=', 'invitation').execute()
  return {
    sendings: [...Map.groupBy(documents, ({ sending_id }) => sending_id).values()].map(({ length }) => length),
    addresses: mails.map(({ to_key }) => to_key).toSorted(),
  }
}

test('a preview of a set counts documents, and each row makes one sending with one mail a person', async () => {
  const set = await startSet()
  const { server, bearer, template } = set
  expect(await preview(set, fileOf(2))).toMatchObject({ rows: 2, ready: 2, documents: 6, missing: [] })
  const job = await begin(server, bearer, template, { file: fileOf(2), template_version: 1 })
  await sendRows(server)
  expect(await jobOf(set, job.id)).toMatchObject({ state: 'done', total: 2, sent: 2, failed: 0 })
  expect(await made(set)).toEqual({
    sendings: [3, 3],
    addresses: ['ana0@example.com', 'ana1@example.com', 'beto0@example.com', 'beto1@example.com'],
  })
  const row = await server.services.db.selectFrom('bulk_rows').select('document_id').executeTakeFirstOrThrow()
  const file = await succeed(server, getFileCall, { bearer, params: { id: row.document_id ?? 0 } })
  expect(file.sending).toMatchObject({ position: 1, documents: 3 })
  const sending = await succeed(server, getSendingCall, { bearer, params: { id: file.sending?.id ?? 0 } })
  expect(sending.people.every(({ is_invited }) => is_invited)).toBe(true)
})

test('a row that fails at its last document makes none, and the next attempt makes all once', async () => {
  const set = await startSet()
  const { server, bearer, template } = set
  const job = await begin(server, bearer, template, { file: fileOf(1) })
  const third = template.set?.documents[2]?.template_id ?? 0
  const { db } = server.services
  const description = db.selectFrom('template_versions').select('description').where('template_id', '=', third)
  const whole = (await description.executeTakeFirstOrThrow()).description
  const broken = JSON.stringify({ ...JSON.parse(whole), fields: [{ ...JSON.parse(whole).fields[0], role: 'r7' }] })
  const change = (text: string) =>
    db.updateTable('template_versions').set({ description: text }).where('template_id', '=', third).execute()
  await change(broken)
  await sendRows(server)
  expect(await jobOf(set, job.id)).toMatchObject({ state: 'stopped', sent: 0, pending: 1 })
  expect(await made(set)).toEqual({ sendings: [], addresses: [] })
  expect(await db.selectFrom('documents').select('id').execute()).toHaveLength(3)
  await change(whole)
  await succeed(server, changeBulkJobCall, { bearer, params: { id: job.id }, body: { action: 'resume' } })
  await sendRows(server)
  expect(await made(set)).toEqual({ sendings: [3], addresses: ['ana0@example.com', 'beto0@example.com'] })
})

test('a set that changed stops its job, which needs another file; a deleted one cancels it', async () => {
  const set = await startSet()
  const { server, bearer, template } = set
  const [changed, deleted] = [
    await begin(server, bearer, template, { file: fileOf(1) }),
    await begin(server, bearer, template, { file: fileOf(2) }),
  ]
  const roles = template.roles.map(({ id, step, name }) => ({ id, step, name: name.toUpperCase() }))
  const body = { version: 1, name: 'Alquiler', order: template.order, message: '', roles }
  const second = { id: template.set?.documents[1]?.template_id ?? 0 }
  await succeed(server, changeTemplateCall, { bearer, params: second, body })
  await sendRows(server)
  expect(await jobOf(set, changed.id)).toMatchObject({ state: 'stopped', sent: 0 })
  const resume = { bearer, params: { id: changed.id }, body: { action: 'resume' as const } }
  expect(await refuse(server, changeBulkJobCall, resume)).toMatchObject({ code: 'BULK_TEMPLATE_DIFFERS' })
  const known = { bearer, params: { id: template.id }, body: { file: fileOf(1), template_version: 1 } }
  expect(await refuse(server, createBulkJobCall, known)).toMatchObject({ code: 'TEMPLATE_CHANGED' })
  await succeed(server, deleteTemplateCall, { bearer, params: second })
  expect((await jobOf(set, deleted.id)).state).toBe('cancelled')
  expect((await made(set)).sendings).toEqual([])
})

test('documents, not rows, count towards the 20,000 of a day', async () => {
  const set = await startSet()
  const { server, bearer, template } = set
  const { id } = await begin(server, bearer, template, { file: fileOf(1) })
  const rows = server.services.db.updateTable('bulk_jobs').where('id', '=', id)
  await rows.set({ total: 6_666, state: 'done' }).execute()
  const call = { bearer, params: { id: template.id }, body: { file: fileOf(1) } }
  expect(await refuse(server, createBulkJobCall, call)).toMatchObject({ code: 'BULK_DAY_FULL' })
  await rows.set({ total: 6_665 }).execute()
  await succeed(server, createBulkJobCall, call)
})

test('a title that form fields of several documents have is followed by the document, and each value gets there', async () => {
  const set = await startSet()
  const { server, bearer, documents, anas } = set
  for (const [index, { id }] of documents.entries()) {
    const place = { page: 1, x_relative: 0.1, y_relative: 0.1, width_relative: 0.3, height_relative: 0.05 }
    const text = { kind: 'text' as const, max_length: 50, multiline: false }
    const field = {
      ...place,
      label: index === 2 ? 'Placa' : 'Monto',
      help: '',
      required: true,
      position: null,
      rule: text,
    }
    const own = { user_file_id: id, client_id: `c${index}`, signature_field_id: anas[index as 0 | 1 | 2].id }
    await succeed(server, createFormFieldCall, { bearer, body: { ...field, ...own } })
  }
  const draft = await succeed(server, templateDraftCall, { bearer, params: { id: documents[0].id } })
  const names = ['Arrendatario', 'Fiador']
  const roles = draft.roles.map(({ key }, index) => ({ key, name: names[index] ?? '' }))
  const body = { document_id: documents[0].id, name: 'Con datos', roles, message: '' }
  const template = await succeed(server, createTemplateCall, { bearer, body })
  expect(template.form_columns.map(({ title }) => title)).toEqual(['Monto (Contrato)', 'Monto (Inventario)', 'Placa'])
  const file = base64(`${TITLES};Placa;Monto (Inventario);Monto (Contrato)\r\n${rowOf(0)};ABC-123;200;100`)
  const seen = await preview({ ...set, template }, file)
  expect(seen.sample[0]?.values).toEqual(
    expect.arrayContaining([
      { title: 'Monto (Contrato)', value: '100' },
      { title: 'Monto (Inventario)', value: '200' },
      { title: 'Placa', value: 'ABC-123' },
    ]),
  )
  await begin(server, bearer, template, { file })
  await sendRows(server)
  const kept = await server.services.db
    .selectFrom('form_drafts')
    .innerJoin('documents', 'documents.id', 'form_drafts.document_id')
    .select(['documents.original_filename', 'form_drafts.form_values'])
    .execute()
  const texts = kept.map(({ original_filename, form_values }) => `${original_filename} ${form_values}`).join('\n')
  expect(texts).toMatch(/Contrato\.pdf.*"100"/)
  expect(texts).toMatch(/Inventario\.pdf.*"200"/)
  expect(texts).toMatch(/Reglamento\.pdf.*"ABC-123"/)
})

test('another account neither previews nor starts a job by a template of the set', async () => {
  const { server, template } = await startSet()
  const { access_token: bearer } = await registerPerson(server, 'eve')
  for (const { template_id: id } of template.set?.documents ?? [])
    for (const call of [previewBulkCall, createBulkJobCall])
      expect(await refuse(server, call, { bearer, params: { id }, body: { file: fileOf(1) } })).toMatchObject({
        status: 404,
      })
})
