import { profileCall } from 'shared/contract'
import { deleteProgramClientCall, oauthTokenCall } from 'shared/contract/accounts'
import {
  BULK_FILE_MAX,
  BULK_ROWS_MAX,
  bulkResultCall,
  changeBulkJobCall,
  createBulkJobCall,
  getBulkJobCall,
  listBulkJobsCall,
  previewBulkCall,
} from 'shared/contract/bulk'
import { createFormFieldCall } from 'shared/contract/form-fields'
import { createTemplateCall, type Template, templateDraftCall } from 'shared/contract/templates'
import { DAY_MS } from '../../src/platform/clock.ts'
import { createApiClient, createClient } from '../support/api-clients.ts'
import { base64, begin, csvOf, makeTemplate, sendRows } from '../support/bulk.ts'
import { newFormField } from '../support/form-fields.ts'
import { placeField, registerPerson, uploadDocument } from '../support/people.ts'
import { closeTestServers, openTestServer, pathOf, refuse, succeed, type TestServer } from '../support/test-server.ts'

/** Of processor time, which a busy machine does not change. */
const MOST_MICROSECONDS = 20_000_000

let server: TestServer
let olga: string
let template: Template

beforeEach(async () => {
  server = await openTestServer()
  olga = (await registerPerson(server, 'olga')).access_token
  template = await makeTemplate(server, olga)
})
afterEach(closeTestServers)

const post = async (call: typeof previewBulkCall | typeof createBulkJobCall, file: string, bearer = olga) => {
  const headers = { authorization: `Bearer ${bearer}` }
  const url = pathOf(call, { id: template.id })
  const answer = await server.app.inject({ method: 'POST', url, headers, payload: { file } })
  return { status: answer.statusCode, body: answer.json() }
}

const tables = async () => {
  const { db } = server.services
  return Promise.all(
    (['bulk_jobs', 'bulk_rows', 'documents', 'outbox'] as const).map(
      async (table) => (await db.selectFrom(table).selectAll().execute()).length,
    ),
  )
}

describe('a file that is too large or that expands', () => {
  test('10 MB and one byte more than allowed are refused before they are parsed, and nothing is stored', async () => {
    const before = await tables()
    for (const call of [previewBulkCall, createBulkJobCall]) {
      expect((await post(call, Buffer.alloc(10_000_000, 'a;b\n').toString('base64'))).status).toBe(413)
      expect((await post(call, Buffer.alloc(BULK_FILE_MAX + 1, 'a;b\n').toString('base64'))).status).toBe(400)
    }
    expect(await tables()).toEqual(before)
  })

  const SHAPES: readonly [string, string][] = [
    ['quotes', '"'],
    ['pairs of quotes', '""'],
    ['separators', ';'],
    ['line ends', '\r\n'],
    ['quoted line ends', '"\n";'],
    ['rows of one letter', 'a\n'],
    ['NUL', '\0'],
    ['letters without end', 'á'],
  ]
  test.each(SHAPES)(
    'the largest allowed file of %s gets an answer, and another call is answered meanwhile',
    async (_, unit) => {
      const text = `Nombre;Email\n${unit.repeat(BULK_FILE_MAX)}`
      const file = Buffer.from(text).subarray(0, BULK_FILE_MAX).toString('base64')
      const started = process.cpuUsage()
      const previewing = post(previewBulkCall, file)
      await succeed(server, profileCall, { bearer: olga })
      const { status } = await previewing
      expect(status).toBeLessThan(500)
      expect(process.cpuUsage(started).user).toBeLessThan(MOST_MICROSECONDS)
    },
  )

  test('10,000 rows with a wrong value in each of 150 columns get an answer of bounded size and cost', async () => {
    const { id } = await uploadDocument(server, olga)
    const field = await placeField(server, olga, id)
    const place = async (at: number) => {
      const rule = { kind: 'choice' as const, options: ['Mensual', 'Anual'] }
      const settings = { label: `Dato ${at}`, y_relative: 0.006 * at, rule }
      const body = { ...newFormField(field, settings), client_id: `campo_${at}` }
      await succeed(server, createFormFieldCall, { bearer: olga, body })
    }
    for (let at = 0; at < 150; at++) await place(at)
    const { roles } = await succeed(server, templateDraftCall, { bearer: olga, params: { id } })
    const named = roles.map(({ key }) => ({ key, name: 'Cliente' }))
    const body = { document_id: id, name: 'Muchos datos', roles: named, message: '' }
    template = await succeed(server, createTemplateCall, { bearer: olga, body })
    const titles = ['Nombre', 'Email', ...template.form_columns.map(({ title }) => title)].join(';')
    const file = Buffer.from(`${titles}\n${`${';x'.repeat(150)};\n`.repeat(9_850)}`)
    expect(file.length).toBeLessThan(BULK_FILE_MAX)
    const started = process.cpuUsage()
    const seen = await post(previewBulkCall, file.toString('base64'))
    expect(process.cpuUsage(started).user).toBeLessThan(MOST_MICROSECONDS)
    expect(seen).toMatchObject({ status: 200, body: { ready: 0, problem_rows: 9_850 } })
    expect(JSON.stringify(seen.body).length).toBeLessThan(100_000)
  })

  test('10,001 rows are refused by both calls; 10,000 are read', async () => {
    for (const call of [previewBulkCall, createBulkJobCall])
      expect(await post(call, csvOf(BULK_ROWS_MAX + 1))).toMatchObject({
        status: 400,
        body: { code: 'CSV_ROWS_EXCEEDED' },
      })
    expect(await post(previewBulkCall, csvOf(BULK_ROWS_MAX))).toMatchObject({
      status: 200,
      body: { ready: BULK_ROWS_MAX },
    })
  })
})

describe('hostile cells', () => {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`
  const rows = (...cells: readonly (readonly [name: string, email: string, document: string])[]) =>
    base64(['Nombre;Email;Documento', ...cells.map((row) => row.map(cell).join(';'))].join('\r\n'))

  test.each([
    ['a line end and a header in the name', 'Ana\r\nBcc: eva@example.com', 'ana@example.com', 'Contrato'],
    ['a line end and a header in the email', 'Ana', 'ana@example.com\r\nBcc: eva@example.com', 'Contrato'],
    ['a carriage return alone in the email', 'Ana', 'ana@example.com\rRCPT TO:<eva@example.com>', 'Contrato'],
    ['two addresses', 'Ana', 'ana@example.com,eva@example.com', 'Contrato'],
    ['a name with an address in the email', 'Ana', 'Eva <eva@example.com>', 'Contrato'],
    ['a line end in the name of the document', 'Ana', 'ana@example.com', 'Contrato\r\nBcc: eva@example.com'],
    ['a control character in the name', 'Ana\u0007', 'ana@example.com', 'Contrato'],
    ['marks that turn the text', 'Ana\u202e', 'ana@example.com', 'Contrato'],
    ['a name of nothing visible', '\u3164\u200b', 'ana@example.com', 'Contrato'],
  ])('%s: the row is a problem, and no mail goes out', async (_, ...row) => {
    const seen = await post(previewBulkCall, rows(row))
    expect(seen).toMatchObject({ status: 200, body: { ready: 0, problem_rows: 1 } })
    const file = rows(row, ['Luis', 'luis@example.com', 'Contrato de Luis'])
    expect((await post(createBulkJobCall, file)).status).toBe(400)
    await begin(server, olga, template, { file, leave_out_problems: true })
    await sendRows(server)
    const mails = await server.services.db.selectFrom('outbox').select(['to_address', 'kind']).execute()
    expect(mails.filter(({ kind }) => kind === 'invitation').map(({ to_address }) => to_address)).toEqual([
      'luis@example.com',
    ])
  })

  test('formulas in every cell come back as text in the result file', async () => {
    const formula = '=HYPERLINK("malo.example")'
    const { id } = await begin(server, olga, template, {
      file: rows([formula, 'ana@example.com', formula], ['@SUM(A1)', 'eva@example.com', '+1+cmd|calc!A0']),
    })
    await sendRows(server)
    const answer = await server.app.inject({
      url: pathOf(bulkResultCall, { id }),
      headers: { authorization: `Bearer ${olga}` },
    })
    const cells = answer.body.split(/[\r\n,;]/).map((text) => text.replace(/^"/, ''))
    expect(answer.body).toContain('HYPERLINK')
    expect(cells.filter((text) => /^[=+@\t-]/.test(text))).toEqual([])
    expect(answer.headers['content-disposition']).toMatch(/^attachment;/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('a job that runs', () => {
  const clientToken = async () => {
    const { details, client_secret } = await createClient(server, olga, { scopes: ['templates:use'] })
    const body = { grant_type: 'client_credentials', client_id: details.client_id, client_secret }
    return { id: details.id, token: (await succeed(server, oauthTokenCall, { body })).access_token }
  }
  const state = async (id: number) => succeed(server, getBulkJobCall, { bearer: olga, params: { id } })

  test('stops at its next row when its OAuth client is deleted or its token expires', async () => {
    const client = await clientToken()
    const first = await begin(server, client.token, template, { file: csvOf(3) })
    const program = await createApiClient(server, olga, { scopes: ['templates:use'], days: 30 })
    const second = await begin(server, program.token, template, { file: csvOf(3), request_key: 'segundo-envio-0001' })
    await sendRows(server, 2)
    await succeed(server, deleteProgramClientCall, { bearer: olga, params: { clientId: client.id } })
    await server.services.db
      .updateTable('program_tokens')
      .set({ expires_at: server.clock.now() })
      .where('id', '=', program.details.id)
      .execute()
    const before = await tables()
    await sendRows(server)
    for (const { id } of [first, second])
      expect(await state(id)).toMatchObject({ state: 'stopped', reason: expect.stringContaining('acceso') })
    expect(await tables()).toEqual(before)
    expect(await refuse(server, getBulkJobCall, { bearer: client.token, params: { id: first.id } })).toMatchObject({
      status: 401,
    })
  })

  test('no ended token changes, reads or resumes it', async () => {
    const { token, id: clientId } = await clientToken()
    const { id } = await begin(server, olga, template, { file: csvOf(2) })
    await succeed(server, deleteProgramClientCall, { bearer: olga, params: { clientId } })
    const late = await createApiClient(server, olga, { scopes: ['templates:use'], days: 30 })
    server.clock.advance(31 * DAY_MS)
    for (const bearer of [token, late.token])
      for (const [call, rest] of [
        [changeBulkJobCall, { body: { action: 'cancel' } }],
        [getBulkJobCall, {}],
        [bulkResultCall, {}],
        [listBulkJobsCall, {}],
      ] as const)
        expect((await refuse(server, call, { bearer, params: { id }, ...rest })).code).toBe('SESSION_EXPIRED')
  })

  test('the ids of another account’s template and job open nothing to a program of one’s own', async () => {
    const { id } = await begin(server, olga, template, { file: csvOf(2) })
    const eva = (await registerPerson(server, 'eva')).access_token
    const { token } = await createApiClient(server, eva, { scopes: ['templates:use'] })
    const before = await tables()
    for (const call of [previewBulkCall, createBulkJobCall])
      expect((await post(call, csvOf(2), token)).status).toBe(404)
    for (const action of ['pause', 'resume', 'cancel'] as const)
      expect(
        (await refuse(server, changeBulkJobCall, { bearer: token, params: { id }, body: { action } })).status,
      ).toBe(404)
    for (const call of [getBulkJobCall, bulkResultCall])
      expect((await refuse(server, call, { bearer: token, params: { id } })).status).toBe(404)
    expect(await tables()).toEqual(before)
    expect(await state(id)).toMatchObject({ state: 'running', pending: 2 })
  })
})
