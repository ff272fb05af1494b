import { deleteAccountCall, deleteProgramTokenCall, exportAccountCall } from 'shared/contract/accounts'
import {
  bulkResultCall,
  changeBulkJobCall,
  createBulkJobCall,
  getBulkJobCall,
  listBulkJobsCall,
  previewBulkCall,
} from 'shared/contract/bulk'
import { changeTemplateCall, deleteTemplateCall, type Template } from 'shared/contract/templates'
import { createApiClient } from '../../../test/support/api-clients.ts'
import { base64, begin, csvOf, makeTemplate, sendRows } from '../../../test/support/bulk.ts'
import { registerPerson } from '../../../test/support/people.ts'
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
import { DAY_MS } from '../../platform/clock.ts'

let server: TestServer
let olga: string
let template: Template

beforeEach(async () => {
  server = await openTestServer()
  olga = (await registerPerson(server, 'olga')).access_token
  template = await makeTemplate(server, olga)
})
afterEach(closeTestServers)

const job = (id: number, bearer = olga) => succeed(server, getBulkJobCall, { bearer, params: { id } })
const act = (id: number, action: 'pause' | 'resume' | 'cancel', bearer = olga) =>
  succeed(server, changeBulkJobCall, { bearer, params: { id }, body: { action } })
const preview = (csv: string, mapping = {}) =>
  succeed(server, previewBulkCall, {
    bearer: olga,
    params: { id: template.id },
    body: { file: base64(csv), ...mapping },
  })
const refuseBegin = (body: object, bearer = olga) =>
  refuse(server, createBulkJobCall, { bearer, params: { id: template.id }, body: { file: csvOf(2), ...body } })
const result = async (id: number) =>
  (
    await server.app.inject({
      method: 'GET',
      url: pathOf(bulkResultCall, { id }),
      headers: { authorization: `Bearer ${olga}` },
    })
  ).body
const documentsMade = async () =>
  (await server.services.db.selectFrom('template_uses').select('document_id').execute()).length
const invited = async () =>
  (await server.services.db.selectFrom('outbox').select('to_key').where('kind', '=', 'invitation').execute())
    .map(({ to_key }) => to_key)
    .sort()
const personalRows = async () =>
  (await server.services.db.selectFrom('bulk_rows').select('request').where('request', 'is not', null).execute()).length

test('a preview proposes columns, lists problems by row and column, and stores nothing', async () => {
  const csv = [
    'Nombre;Correo;Documento',
    'Ana Rojas;ana@example.com;Contrato 1',
    'Beto;no-es-un-correo;Contrato 2',
    ';eva@example.com;Contrato 3',
    'Ana Rojas;ANA@example.com;Contrato 1',
    `${'x'.repeat(65)};luis@example.com;"a\nb"`,
    'Zoe\u0007;zoe@example.com;Contrato 6;de más',
  ].join('\r\n')
  const seen = await preview(csv)
  expect(seen).toMatchObject({
    encoding: 'UTF-8',
    separator: ';',
    missing: [],
    rows: 6,
    ready: 1,
    problem_rows: 5,
    mapping: { document_name: 2, people: [{ role: 'r1', name: 0, email: 1 }] },
    sample: [{ row: 2, name: 'Contrato 1', people: [{ name: 'Ana Rojas', email: 'ana@example.com' }] }],
  })
  expect(seen.problems).toEqual([
    { row: 3, column: 'Correo', message: 'El email de «Arrendatario» no es válido.' },
    { row: 4, column: 'Nombre', message: 'Falta el nombre de «Arrendatario».' },
    { row: 5, column: null, message: 'Repite la fila 2.' },
    { row: 6, column: 'Documento', message: 'Tiene saltos de línea o caracteres de control. Quítalos.' },
    { row: 6, column: 'Nombre', message: 'Usa como máximo 64 caracteres.' },
    { row: 7, column: null, message: 'Tiene más celdas que columnas hay en los títulos.' },
    { row: 7, column: 'Nombre', message: 'Tiene saltos de línea o caracteres de control. Quítalos.' },
  ])
  expect(await succeed(server, listBulkJobsCall, { bearer: olga })).toEqual({ jobs: [] })
  expect(await invited()).toEqual([])
})

test('the API refuses wrong columns, unreadable files and 10,001 rows with a reason', async () => {
  expect(await preview('a;b\n1;2')).toMatchObject({
    missing: ['nombre de «Arrendatario»', 'email de «Arrendatario»'],
    rows: 1,
    ready: 0,
  })
  expect(await refuseBegin({ file: base64('a;b\n1;2') })).toMatchObject({
    status: 400,
    code: 'CSV_COLUMNS_MISSING',
    message: expect.stringContaining('nombre de «Arrendatario», email de «Arrendatario». El archivo tiene: a, b.'),
  })
  const people = [{ role: 'r1', name: 0, email: 7, certificate_identification: null }]
  expect(await refuseBegin({ mapping: { document_name: null, people } })).toMatchObject({
    code: 'VALIDATION',
    message: 'El archivo no tiene una columna 8. Sus columnas son: Nombre, Email.',
  })
  expect(await refuseBegin({ file: csvOf(10_001) })).toMatchObject({ status: 400, code: 'CSV_ROWS_EXCEEDED' })
  expect(await refuseBegin({ file: base64('PK\u0003\u0004') })).toMatchObject({ status: 400, code: 'CSV_UNREADABLE' })
  expect(await refuseBegin({ file: 'no es base64' })).toMatchObject({ status: 400, code: 'VALIDATION' })
  expect(await refuseBegin({ template_version: 9 })).toMatchObject({ status: 409, code: 'TEMPLATE_CHANGED' })
  expect(await succeed(server, listBulkJobsCall, { bearer: olga })).toEqual({ jobs: [] })
})

test('the job skips rows with errors only on request, and each other row becomes one sent document', async () => {
  const file = base64('Nombre,Email\nAna,ana@example.com\nBeto,mal\n=SUMA(A1),eva@example.com')
  expect(await refuseBegin({ file })).toMatchObject({
    status: 400,
    code: 'BULK_ROWS_INVALID',
    message: expect.stringContaining('La fila 3: Email: El email de «Arrendatario» no es válido.'),
  })
  expect(await refuseBegin({ file: base64('Nombre,Email\nBeto,mal'), leave_out_problems: true })).toMatchObject({
    code: 'BULK_NOTHING_READY',
  })
  const { id } = await begin(server, olga, template, { file, leave_out_problems: true })
  expect(await job(id)).toMatchObject({ state: 'running', total: 3, pending: 2, left_out: 1, sent: 0 })
  await sendRows(server)
  expect(await job(id)).toMatchObject({ state: 'done', total: 3, pending: 0, left_out: 1, sent: 2, failed: 0 })
  expect(await invited()).toEqual(['ana@example.com', 'eva@example.com'])
  expect(await personalRows()).toBe(0)
  const lines = (await result(id)).split('\r\n')
  expect(lines[0]).toBe('\uFEFFFila,Documento,Nombre del documento,Estado,Error')
  expect(lines[1]).toMatch(/^2,\d+,Alquiler · Ana\.pdf,Enviada,$/)
  expect(lines[2]).toBe('3,,,Dejada fuera,Email: El email de «Arrendatario» no es válido.')
  expect(await sendRows(server)).toBeUndefined()
  expect(await documentsMade()).toBe(2)
})

test('the result file escapes a document name that starts a formula', async () => {
  const file = base64('Nombre;Email;Documento\nAna;ana@example.com;=HYPERLINK(1)')
  const { id } = await begin(server, olga, template, { file })
  await sendRows(server)
  expect(await result(id)).toMatch(/;"'=HYPERLINK\(1\)\.pdf";Enviada;/)
})

test('a repeated request creates one job, and the API refuses another file with the same request key', async () => {
  const body = { file: csvOf(2), request_key: 'envio-de-prueba-0001' }
  const [first, second] = [await begin(server, olga, template, body), await begin(server, olga, template, body)]
  expect(second.id).toBe(first.id)
  expect(await refuseBegin({ ...body, file: csvOf(3) })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
})

test('pausing stops a job, resuming continues it, and cancelling keeps the documents already sent', async () => {
  const { id } = await begin(server, olga, template, { file: csvOf(5) })
  await sendRows(server, 2)
  expect(await act(id, 'pause')).toMatchObject({ state: 'paused', sent: 2, pending: 3 })
  await sendRows(server)
  expect(await documentsMade()).toBe(2)
  expect(await act(id, 'resume')).toMatchObject({ state: 'running' })
  await sendRows(server, 1)
  expect(await act(id, 'cancel')).toMatchObject({ state: 'cancelled', sent: 3, pending: 0, cancelled: 2 })
  await sendRows(server)
  expect(await documentsMade()).toBe(3)
  expect(await personalRows()).toBe(0)
  expect(await result(id)).toMatch(/6;;;Cancelada;/)
  expect(
    await refuse(server, changeBulkJobCall, { bearer: olga, params: { id }, body: { action: 'resume' } }),
  ).toMatchObject({ status: 409, code: 'BULK_JOB_ENDED' })
})

test('running jobs alternate their rows, and an account can have at most five unfinished jobs', async () => {
  const first = await begin(server, olga, template, { file: csvOf(4) })
  server.clock.advance(1)
  const second = await begin(server, olga, template, { file: csvOf(2) })
  for (let row = 0; row < 4; row++) {
    server.clock.advance(1)
    await sendRows(server, 1)
  }
  expect([(await job(first.id)).sent, (await job(second.id)).sent]).toEqual([2, 2])
  for (let more = 0; more < 3; more++) await begin(server, olga, template, { file: csvOf(1) })
  expect(await refuseBegin({})).toMatchObject({ status: 409, code: 'BULK_JOBS_FULL' })
})

test('the API refuses more than 20,000 rows in a day', async () => {
  const { id } = await begin(server, olga, template, { file: csvOf(2) })
  const { db } = server.services
  await db.updateTable('bulk_jobs').set({ total: 19_999 }).where('id', '=', id).execute()
  expect(await refuseBegin({})).toMatchObject({ status: 409, code: 'BULK_DAY_FULL' })
  await db
    .updateTable('bulk_jobs')
    .set({ created_at: server.clock.now() - DAY_MS })
    .execute()
  await begin(server, olga, template, { file: csvOf(2) })
})

const rename = async (roles = template.roles) =>
  succeed(server, changeTemplateCall, {
    bearer: olga,
    params: { id: template.id },
    body: {
      version: template.version,
      name: 'Alquiler',
      order: 'parallel',
      message: 'Otro mensaje.',
      roles: roles.map(({ id, name, step }) => ({ id, name, step })),
    },
  })

test('a changed template stops the job, and the resumed job uses the new version', async () => {
  const { id } = await begin(server, olga, template, { file: csvOf(3) })
  await sendRows(server, 1)
  await rename()
  await sendRows(server)
  expect(await job(id)).toMatchObject({
    state: 'stopped',
    reason: expect.stringContaining('La plantilla cambió'),
    sent: 1,
    pending: 2,
  })
  await act(id, 'resume')
  await sendRows(server)
  expect(await job(id)).toMatchObject({ state: 'done', sent: 3, template_version: 2, reason: null })
})

test('the API refuses to resume a job whose rows do not match the template’s roles', async () => {
  const { id } = await begin(server, olga, template, { file: csvOf(2) })
  await act(id, 'pause')
  const { db } = server.services
  const request = JSON.stringify({ name: 'x', people: [{ role: 'r9', name: 'Ana', email: 'ana@example.com' }] })
  await db.updateTable('bulk_rows').set({ request }).where('job_id', '=', id).execute()
  const options = { bearer: olga, params: { id }, body: { action: 'resume' as const } }
  expect(await refuse(server, changeBulkJobCall, options)).toMatchObject({ code: 'BULK_TEMPLATE_DIFFERS' })
})

test('a deleted template cancels the job and erases its pending rows', async () => {
  const { id } = await begin(server, olga, template, { file: csvOf(3) })
  await sendRows(server, 1)
  await succeed(server, deleteTemplateCall, { bearer: olga, params: { id: template.id } })
  await sendRows(server)
  expect(await job(id)).toMatchObject({
    state: 'cancelled',
    reason: expect.stringContaining('se eliminó'),
    sent: 1,
    cancelled: 2,
  })
  expect([await documentsMade(), await personalRows()]).toEqual([1, 0])
})

test('a full account stops the job, and the owner can resume the job when there is space', async () => {
  const { id } = await begin(server, olga, template, { file: csvOf(2) })
  const { db } = server.services
  const sizes = db.updateTable('template_versions')
  await sizes.set({ size: 1e15 }).execute()
  await sendRows(server)
  expect(await job(id)).toMatchObject({ state: 'stopped', reason: expect.stringContaining('espacio está lleno') })
  await sizes.set({ size: 1000 }).execute()
  await act(id, 'resume')
  expect((await job(id)).state).toBe('running')
})

test('a row with data that the template refuses fails alone, and its error names no signer', async () => {
  const { id } = await begin(server, olga, template, { file: csvOf(2) })
  const people = [{ role: 'r1', name: 'Ana', email: 'a,b@example.com' }]
  await server.services.db
    .updateTable('bulk_rows')
    .set({ request: JSON.stringify({ name: 'Uno', people }) })
    .where('row_number', '=', 2)
    .execute()
  await sendRows(server)
  expect(await job(id)).toMatchObject({ state: 'done', sent: 1, failed: 1 })
  expect(await result(id)).toMatch(/2;;;Con error;El email no es válido/)
  expect(await personalRows()).toBe(0)
})

describe('access to bulk jobs', () => {
  const calls = [
    [getBulkJobCall, {}],
    [changeBulkJobCall, { body: { action: 'cancel' } }],
    [bulkResultCall, {}],
  ] as const

  test('the API answers calls for a template or job of another owner with status 404', async () => {
    const { id } = await begin(server, olga, template, { file: csvOf(2) })
    const eva = (await registerPerson(server, 'eva')).access_token
    for (const [call, rest] of calls)
      expect(await refuse(server, call, { bearer: eva, params: { id }, ...rest })).toMatchObject({ status: 404 })
    expect(await refuseBegin({}, eva)).toMatchObject({ status: 404 })
    const body = { file: csvOf(2) }
    expect(await refuse(server, previewBulkCall, { bearer: eva, params: { id: template.id }, body })).toMatchObject({
      status: 404,
    })
    expect(await succeed(server, listBulkJobsCall, { bearer: eva })).toEqual({ jobs: [] })
    expect((await job(id)).state).toBe('running')
  })

  test('revoking a program’s token stops its job until the owner resumes it', async () => {
    const program = await createApiClient(server, olga, { scopes: ['templates:use'] })
    const { id } = await begin(server, program.token, template, { file: csvOf(3) })
    await sendRows(server, 1)
    expect(await job(id, program.token)).toMatchObject({ state: 'running', sent: 1 })
    await succeed(server, deleteProgramTokenCall, {
      bearer: olga,
      params: { tokenId: program.details.id },
    })
    expect(await refuse(server, getBulkJobCall, { bearer: program.token, params: { id } })).toMatchObject({
      status: 401,
    })
    await sendRows(server)
    expect(await job(id)).toMatchObject({ state: 'stopped', sent: 1, reason: expect.stringContaining('acceso') })
    await act(id, 'resume')
    await sendRows(server)
    expect(await job(id)).toMatchObject({ state: 'done', sent: 3 })
  })

  test('a program that repeats its idempotency key creates one job', async () => {
    const { token } = await createApiClient(server, olga, { scopes: ['templates:use'] })
    const repeat = () =>
      server.app.inject({
        method: 'POST',
        url: pathOf(createBulkJobCall, { id: template.id }),
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'envio-2026-000001' },
        payload: { file: csvOf(2) },
      })
    const [first, second] = [await repeat(), await repeat()]
    expect([first.statusCode, second.json()]).toEqual([201, first.json()])
    expect((await succeed(server, listBulkJobsCall, { bearer: token })).jobs).toHaveLength(1)
  })

  test('the API refuses a program token without the scope', async () => {
    const { token } = await createApiClient(server, olga, { scopes: ['documents:write'] })
    expect(await refuseBegin({}, token)).toMatchObject({ status: 403 })
  })
})

test('deleting the account stops its job, erases the pending rows and later removes the job and account', async () => {
  await begin(server, olga, template, { file: csvOf(3) })
  await sendRows(server, 1)
  const body = { proof: await prove(server, olga), username: 'olga' }
  await succeed(server, deleteAccountCall, { bearer: olga, body })
  await sendRows(server)
  expect([await documentsMade(), await personalRows()]).toEqual([1, 0])
  server.clock.advance(server.services.retention + 1)
  for (let round = 0; round < 3; round++) await server.retention.tick()
  for (const table of ['bulk_jobs', 'bulk_rows', 'users'] as const)
    expect(await server.services.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('retention erases rows of a paused job, and the account archive contains the rows until then', async () => {
  const { id } = await begin(server, olga, template, { file: csvOf(2) })
  await sendRows(server, 1)
  await act(id, 'pause')
  const archive = await server.app.inject({
    method: 'POST',
    url: exportAccountCall.path,
    headers: { authorization: `Bearer ${olga}` },
    payload: { proof: await prove(server, olga) },
  })
  const file = readArchive(archive.rawPayload).get('cuenta/envios-a-muchos.json')
  expect(JSON.parse(String(file))).toMatchObject([
    {
      plantilla: 'Alquiler',
      estado: 'paused',
      filas: [
        { fila: 2, estado: 'sent', datos: null },
        { fila: 3, estado: 'pending', datos: { people: [{ email: 'persona1@example.com' }] } },
      ],
    },
  ])
  server.clock.advance(server.services.retention + 1)
  await server.retention.tick()
  expect(await server.services.db.selectFrom('bulk_rows').selectAll().execute()).toEqual([])
})
