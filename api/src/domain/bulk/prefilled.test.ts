import { runOn, testWith } from 'pdf/testing/node'
import {
  answerProposalCall,
  cancelDocumentCall,
  deleteFileCall,
  digitalSignCall,
  forwardInvitationCall,
  listFieldsCall,
  listInvitationsCall,
  revokeInvitationCall,
  shareFileCall,
  startAgentSessionCall,
} from 'shared/contract'
import { exportAccountCall, signerCopyCall, signerRemovalCall } from 'shared/contract/accounts'
import {
  bulkResultCall,
  changeBulkJobCall,
  createBulkJobCall,
  getBulkJobCall,
  previewBulkCall,
} from 'shared/contract/bulk'
import { createFormFieldCall, type FormValue, readFormCall, saveFormDraftCall } from 'shared/contract/form-fields'
import { copyToSignCall } from 'shared/contract/own-program'
import { correctAddressCall } from 'shared/contract/signing-order'
import {
  createTemplateCall,
  getTemplateCall,
  saveTemplateVersionCall,
  templateDraftCall,
} from 'shared/contract/templates'
import { createApiClient } from '../../../test/support/api-clients.ts'
import { begin, sendRows } from '../../../test/support/bulk.ts'
import { newFormField } from '../../../test/support/form-fields.ts'
import {
  cedula,
  downloadBytes,
  drawing,
  invitationToken,
  inviteSigner,
  placeField,
  signable,
  uploadDocument,
} from '../../../test/support/people.ts'
import {
  openPrefilled,
  openPrefilledGuest,
  type PrefilledGuest,
  type PrefilledScene,
  prefilledCsv,
  shownForm,
} from '../../../test/support/prefilled.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { prove } from '../../../test/support/security.ts'
import { closeTestServers, pathOf, refuse, succeed } from '../../../test/support/test-server.ts'
import { eraseDocument } from '../personal-data/erase-document.ts'

let scene: PrefilledScene
beforeEach(async () => {
  scene = await openPrefilled()
})
afterEach(closeTestServers)

const TITLES = ['Monto', 'Plan', 'Inicio', 'Factura', 'Domicilio', 'Sede']
const ROW = ['1250,5', 'Anual', '31/12/2026', 'sí', 'San José', 'Heredia']
const file = (...rows: readonly (readonly string[])[]) => prefilledCsv(TITLES, ...rows)

const drafts = () => scene.server.services.db.selectFrom('form_drafts').selectAll().execute()
const callOf = (bearer = scene.olga) => ({ bearer, params: { id: scene.template.id } })
const preview = (csv: string, over: object = {}) =>
  succeed(scene.server, previewBulkCall, { ...callOf(), body: { file: csv, ...over } })
const send = async (csv: string, over: object = {}) => {
  const job = await begin(scene.server, scene.olga, scene.template, { file: csv, ...over })
  await sendRows(scene.server)
  return job
}
const guest = (address: string) => openPrefilledGuest(scene.server, address)
const shown = (one: Omit<PrefilledGuest, 'documentId'>) => shownForm(scene.server, one)
const sign = ({ bearer, fieldId }: PrefilledGuest, form_values?: readonly FormValue[]) => ({
  bearer,
  params: { fieldId },
  body: { field_id: fieldId, signature_data: drawing(), ...(form_values && { form_values }) },
})
const invitationOf = async ({ documentId, fieldId }: PrefilledGuest) => {
  const call = { bearer: scene.olga, params: { id: documentId } }
  const found = (await succeed(scene.server, listInvitationsCall, call)).find(({ field_id }) => field_id === fieldId)
  if (found === undefined) throw new Error('no invitation')
  return { bearer: scene.olga, params: { id: documentId, invitationId: found.id } }
}

describe('columns for form fields', () => {
  test('a template names them, the preview maps them and shows the values that it would send', async () => {
    const { server, template, indexOf } = scene
    expect(template.form_columns.map(({ title, role }) => `${title} ${role}`)).toEqual([
      ...['Monto r1', 'Plan r1', 'Inicio r1', 'Factura r1', 'Domicilio r2', 'Sede r3'],
    ])
    expect((await succeed(server, getTemplateCall, callOf())).form_columns).toEqual(template.form_columns)
    const seen = await preview(file(ROW, ['', 'Mensual', '', 'no', '', '']))
    expect(seen).toMatchObject({ ready: 2, problems: [], form_columns: template.form_columns })
    expect(seen.mapping.form_fields).toEqual(TITLES.map((title, at) => ({ field: indexOf(title), column: at + 4 })))
    expect(seen.sample.map(({ values }) => values.map(({ title, value }) => `${title}: ${value}`))).toEqual([
      ['Monto: 1250,5', 'Plan: Anual', 'Inicio: 31/12/2026', 'Factura: Sí', 'Domicilio: San José', 'Sede: Heredia'],
      ['Plan: Mensual', 'Factura: No'],
    ])
    expect(await drafts()).toEqual([])
  })

  test('each wrong cell is a problem with row, column and what to do, and is not repeated', async () => {
    const { problems, ready } = await preview(
      file(
        ['mil', 'Semanal', '2026-02-30', 'quizá', 'x'.repeat(5000), 'a\u202eb'],
        ['1000001', 'Anual', '', '', '', ''],
      ),
    )
    expect(ready).toBe(0)
    expect(problems.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([
      '2 Monto Debe ser un número, por ejemplo 1250 o 12,5.',
      '2 Plan Debe ser una de las opciones. Escríbela igual: «Mensual», «Anual».',
      '2 Inicio Debe ser una fecha que exista. Escríbela así: 31/12/2026.',
      '2 Factura Debe decir «Sí» o «No».',
      '2 Domicilio Admite hasta 40 caracteres y tiene 5000.',
      '2 Sede Tiene caracteres que no se ven. Hay que escribirlo de nuevo con el teclado.',
      '3 Monto Debe ser 1000000 o menos.',
    ])
  })

  test('two rows of one person with other values are two contracts, and with the same values one twice', async () => {
    const people = 'Nombre de Inquilina;Email de Inquilina;Nombre de Fiador;Email de Fiador;Monto'
    const row = (amount: string) => `Ana Rojas;ana@example.com;Luis Mata;luis@example.com;${amount}`
    const csv = [people, row('1'), row('2'), row('1')].join('\n')
    const { problems, ready } = await preview(Buffer.from(csv).toString('base64'))
    expect([ready, problems]).toEqual([2, [{ row: 4, column: null, message: 'Repite la fila 2.' }]])
  })
})

describe('the values of a row', () => {
  test('are in the form of their signers, who may change them, and of no other person', async () => {
    const { server, olga } = scene
    await send(file(ROW, ['7', 'Mensual', '', '', 'Cartago', '']))
    const [first, second] = [await guest('inquilina0@example.com'), await guest('inquilina1@example.com')]
    const values = { Monto: '1250,5', Plan: 'Anual', Inicio: '2026-12-31', Factura: true }
    expect(await shown(first)).toMatchObject({ values, prefilled: values })
    expect(await shown(second)).toMatchObject({ values: { Monto: '7', Plan: 'Mensual' } })
    expect((await shown(await guest('fiador0@example.com'))).values).toEqual({ Domicilio: 'San José' })
    const query = { user_file_id: String(first.documentId) }
    const fields = await succeed(server, listFieldsCall, { bearer: olga, query })
    const own = fields.find(({ field_type }) => field_type === 'PRIMARY')?.id ?? 0
    expect((await shown({ bearer: olga, fieldId: own })).values).toEqual({ Sede: 'Heredia' })

    const logged = await server.services.db
      .selectFrom('audit_events')
      .select('data')
      .where('document_id', '=', first.documentId)
      .where('kind', '=', 'form-field-created')
      .execute()
    expect(logged.filter(({ data }) => data.includes('"prefilled":1'))).toHaveLength(TITLES.length)
    expect(logged).toHaveLength(scene.template.form_fields.length)
    expect(JSON.stringify(logged)).not.toMatch(/(?<!\d)1250(?!\d)|Anual/)

    for (const foreign of [second.fieldId, own, (await guest('fiador0@example.com')).fieldId])
      expect((await refuse(server, readFormCall, { bearer: first.bearer, params: { fieldId: foreign } })).status).toBe(
        403,
      )
    expect(await refuse(server, readFormCall, { bearer: olga, params: { fieldId: first.fieldId } })).toMatchObject({
      code: 'FORBIDDEN',
    })
    const program = await createApiClient(server, olga, { scopes: ['templates:use', 'documents:read'] })
    const reading = { bearer: program.token, params: { fieldId: first.fieldId } }
    expect((await refuse(server, readFormCall, reading)).status).toBe(403)

    const { fields: form } = await shown(first)
    const plan = form.find(({ label }) => label === 'Plan')?.id ?? 0
    const body = { values: [{ form_field_id: plan, value: 'Mensual' }] }
    await succeed(server, saveFormDraftCall, { bearer: first.bearer, params: { fieldId: first.fieldId }, body })
    expect(await shown(first)).toMatchObject({ values: { Plan: 'Mensual' }, prefilled: values })
  })

  testWith(['pdftotext'], 'reach the PDF only if the signer sends them, and are gone with the signature', async () => {
    const { server, olga } = scene
    await send(file(ROW))
    const [tenant, guarantor] = [await guest('inquilina0@example.com'), await guest('fiador0@example.com')]
    expect(await refuse(server, digitalSignCall, sign(tenant))).toMatchObject({
      code: 'FORM_VALUES_INVALID',
      message: expect.stringContaining('Falta llenar «Monto».'),
    })
    await succeed(server, digitalSignCall, sign(guarantor))
    const text = async () =>
      runOn(await downloadBytes(server, olga, tenant.documentId), 'pdftotext', ['-layout'], ['-']).output
    expect(await text()).not.toContain('San José')
    const { fields } = await shown(tenant)
    const idOf = (label: string) => fields.find((one) => one.label === label)?.id ?? 0
    const { values } = await succeed(server, readFormCall, {
      bearer: tenant.bearer,
      params: { fieldId: tenant.fieldId },
    })
    const changed = values.map((each) => (each.form_field_id === idOf('Plan') ? { ...each, value: 'Mensual' } : each))
    const sent = [...changed, { form_field_id: idOf('Acepto'), value: true }]
    await succeed(server, digitalSignCall, sign(tenant, sent))
    for (const each of ['1250,5', 'Mensual', '31/12/2026']) expect(await text()).toContain(each)
    expect(await text()).not.toContain('Anual')
    expect((await drafts()).map(({ requester, form_values }) => [requester, form_values.includes('Heredia')])).toEqual([
      ['prefilled', true],
    ])
    expect(await shown(tenant)).toMatchObject({ values: { Plan: 'Mensual' }, prefilled: {} })
  })

  test('are not in the copy for the signer’s own program until the signer keeps them', async () => {
    const { server } = scene
    await send(file(ROW))
    const { bearer, fieldId } = await guest('inquilina0@example.com')
    const url = pathOf(copyToSignCall, { fieldId })
    const answer = await server.app.inject({ url, headers: { authorization: `Bearer ${bearer}` } })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'FORM_VALUES_INVALID'])
  })

  test('stay for the next invitation and a corrected address, and end with the person or the document', async () => {
    const { server, olga } = scene
    const before = (address: string) => async () => (await shown(await guest(address))).values
    await send(file(ROW, ROW, ROW))
    const first = await guest('inquilina0@example.com')
    await succeed(server, revokeInvitationCall, await invitationOf(first))
    expect(await refuse(server, readFormCall, { ...sign(first), body: undefined })).toMatchObject({
      code: 'INVITATION_INVALID',
    })
    const fields = { bearer: olga, query: { user_file_id: String(first.documentId) } }
    const field = (await succeed(server, listFieldsCall, fields)).find(({ id }) => id === first.fieldId)
    if (field === undefined) throw new Error('no field')
    server.clock.advance(1)
    await inviteSigner(server, olga, field)
    expect(await before('inquilina0@example.com')()).toMatchObject({ Monto: '1250,5' })
    const correction = { ...(await invitationOf(first)), body: { email: 'otra@example.com' } }
    await succeed(server, correctAddressCall, correction)
    expect(await before('otra@example.com')()).toMatchObject({ Monto: '1250,5' })

    const second = await guest('inquilina1@example.com')
    const carmen = { name: 'Carmen Díaz', email: 'carmen@example.com', note: '' }
    const params = { fieldId: second.fieldId }
    await succeed(server, forwardInvitationCall, { bearer: second.bearer, params, body: carmen })
    await succeed(server, answerProposalCall, { ...(await invitationOf(second)), body: { accepted: true } })
    expect(await before('carmen@example.com')()).toEqual({})

    const { documentId } = await guest('inquilina2@example.com')
    const cancelled = { bearer: olga, params: { id: documentId }, body: { reason: '' } }
    await succeed(server, cancelDocumentCall, cancelled)
    expect((await drafts()).filter(({ document_id }) => document_id === documentId)).toEqual([])
  })
})

describe('attacks', () => {
  const foreign = async () => {
    const { server, olga } = scene
    const { id } = await uploadDocument(server, olga)
    const field = await placeField(server, olga, id)
    for (let at = 0; at < 12; at++)
      await succeed(server, createFormFieldCall, {
        bearer: olga,
        body: { ...newFormField(field, { label: `Otro ${at}`, y_relative: 0.05 * at }), client_id: `otro_${at}` },
      })
    const { roles } = await succeed(server, templateDraftCall, { bearer: olga, params: { id } })
    const named = roles.map(({ key }) => ({ key, name: 'Otra' }))
    const body = { document_id: id, name: 'Otra', roles: named, message: '' }
    return succeed(server, createTemplateCall, { bearer: olga, body })
  }

  test('a column names no field of another template, and none that only its signer fills in', async () => {
    const { server, template } = scene
    const other = await foreign()
    const { mapping } = await preview(file(ROW))
    const beyond = other.form_columns.at(-1)?.field ?? 0
    expect(beyond).toBeGreaterThan(template.form_fields.length)
    const labelled = (label: string) => template.form_fields.findIndex((one) => one.label === label)
    for (const field of [beyond, labelled('Iniciales'), labelled('Acepto')]) {
      const body = { file: file(ROW), mapping: { ...mapping, form_fields: [{ field, column: 4 }] } }
      for (const call of [previewBulkCall, createBulkJobCall])
        expect(await refuse(server, call, { ...callOf(), body })).toMatchObject({
          code: 'VALIDATION',
          fields: { 'mapping.form_fields.0.field': expect.stringContaining('cambiaron') },
        })
    }
    const twice = {
      ...mapping,
      form_fields: [4, 5].map((column) => ({ field: mapping.form_fields[0]?.field, column })),
    }
    const outside = { ...mapping, form_fields: [{ field: mapping.form_fields[0]?.field, column: 99 }] }
    for (const wrong of [twice, outside])
      expect(
        await refuse(server, createBulkJobCall, { ...callOf(), body: { file: file(ROW), mapping: wrong } as never }),
      ).toMatchObject({ code: 'VALIDATION' })
    expect(await drafts()).toEqual([])
  })

  test('a title of another template’s field, or of a required tick, is an ordinary column', async () => {
    await send(prefilledCsv(['Otro 3', 'Acepto', 'Iniciales', 'Monto'], ['robado', 'sí', 'AB', '5']))
    expect((await shown(await guest('inquilina0@example.com'))).values).toEqual({ Monto: '5' })
    expect(JSON.stringify(await drafts())).not.toContain('robado')
  })

  test('a mapping without form fields fills in none', async () => {
    const { mapping } = await preview(file(ROW))
    await send(file(ROW), { mapping: { ...mapping, form_fields: undefined } })
    expect(await drafts()).toEqual([])
  })

  test('nothing of a refused or left out row is stored', async () => {
    const { server } = scene
    const csv = file(['1', 'Semanal', '', '', 'Casa secreta', ''], ['2', 'Anual', '', '', 'Cartago', ''])
    expect(await refuse(server, createBulkJobCall, { ...callOf(), body: { file: csv } })).toMatchObject({
      code: 'BULK_ROWS_INVALID',
      message: expect.stringContaining('La fila 2: Plan: Debe ser una de las opciones.'),
    })
    const { db } = server.services
    expect(await db.selectFrom('bulk_rows').selectAll().execute()).toEqual([])
    const { id } = await send(csv, { leave_out_problems: true })
    const stored = JSON.stringify([await db.selectFrom('bulk_rows').selectAll().execute(), await drafts()])
    expect(stored).not.toMatch(/secreta|Semanal/)
    expect(stored).toContain('Cartago')
    expect(await succeed(server, getBulkJobCall, { bearer: scene.olga, params: { id } })).toMatchObject({
      sent: 1,
      left_out: 1,
    })
  })

  test('a visitor of the public link gets the fields of an expired invitation, and none of the values', async () => {
    const { server, olga } = scene
    await send(file(ROW))
    const { documentId, fieldId } = await guest('fiador0@example.com')
    await succeed(server, shareFileCall, { bearer: olga, params: { id: documentId }, body: signable })
    await server.services.db
      .updateTable('invitations')
      .set({ expires_at: server.clock.now() })
      .where('field_id', '=', fieldId)
      .execute()
    const body = { user_file_id: documentId, field_id: fieldId, identification: cedula, name: 'Fiador 0b' }
    const { access_token: bearer } = await succeed(server, startAgentSessionCall, { body })
    for (const by of [{ bearer }, {}]) {
      const read = await succeed(server, readFormCall, { ...by, params: { fieldId } })
      expect(read).toMatchObject({ fields: [{ label: 'Domicilio' }], values: [], prefilled: [] })
    }
  })

  test('a formula is the text that the signer sees, and is not in the result file', async () => {
    const { server, olga } = scene
    const formula = '=HYPERLINK("malo.example")'
    const { id } = await send(file(['1', '', '', '', formula, '']))
    expect((await shown(await guest('fiador0@example.com'))).values).toEqual({ Domicilio: formula })
    const url = pathOf(bulkResultCall, { id })
    const { body } = await server.app.inject({ url, headers: { authorization: `Bearer ${olga}` } })
    expect(body).not.toContain('HYPERLINK')
  })

  test('a stored row that names a field of the signer alone, or an option that the list lacks, makes no document', async () => {
    const { server, olga, template, indexOf } = scene
    const { id } = await begin(server, olga, template, { file: file(ROW, ROW) })
    const { db } = server.services
    const rows = await db.selectFrom('bulk_rows').select(['row_number', 'request']).execute()
    const change = (row: number, form_values: unknown) =>
      db
        .updateTable('bulk_rows')
        .set({ request: JSON.stringify({ ...JSON.parse(rows[0]?.request ?? ''), form_values }) })
        .where('row_number', '=', row)
        .execute()
    await change(2, [[indexOf('Plan'), 'Semanal']])
    const initials = template.form_fields.findIndex(({ label }) => label === 'Iniciales')
    await change(3, [[initials, 'AB']])
    await sendRows(server)
    const job = await succeed(server, getBulkJobCall, { bearer: olga, params: { id } })
    expect(job).toMatchObject({ state: 'stopped', failed: 1, sent: 0, pending: 1 })
    expect(await db.selectFrom('template_uses').selectAll().execute()).toEqual([])
    expect(await drafts()).toEqual([])
  })
})

test('a job is not resumed with a version whose form fields mean something else', async () => {
  const { server, olga, template } = scene
  const { id } = await begin(server, olga, template, { file: file(['', '', '', '', '', '']) })
  const act = { bearer: olga, params: { id } }
  await succeed(server, changeBulkJobCall, { ...act, body: { action: 'pause' } })
  const document = await uploadDocument(server, olga)
  const people = [{}, { signer_name: 'Luis Mata', signer_email: 'luis@example.com' }]
  for (const person of people) await placeField(server, olga, document.id, person)
  await placeField(server, olga, document.id, { field_type: 'PRIMARY', signer_name: 'Olga', signer_email: '' })
  const { roles } = await succeed(server, templateDraftCall, { bearer: olga, params: { id: document.id } })
  const named = roles.map(({ key }, at) => ({ key, name: ['Inquilina', 'Fiador', 'Dueña'][at] ?? '' }))
  const version = { version: 1, document_id: document.id, name: 'Alquiler', roles: named, message: '' }
  await succeed(server, saveTemplateVersionCall, { ...callOf(), body: version })
  expect(await refuse(server, changeBulkJobCall, { ...act, body: { action: 'resume' } })).toMatchObject({
    code: 'BULK_TEMPLATE_DIFFERS',
    message: expect.stringContaining('campos por llenar'),
  })
})

describe('personal data', () => {
  const archive = async () => {
    const { server, olga } = scene
    const { rawPayload } = await server.app.inject({
      method: 'POST',
      url: exportAccountCall.path,
      headers: { authorization: `Bearer ${olga}` },
      payload: { proof: await prove(server, olga) },
    })
    return readArchive(rawPayload)
  }

  test('the account’s export has the values of pending rows by label, and those of documents as drafts', async () => {
    const { server, olga, template } = scene
    const { id } = await begin(server, olga, template, { file: file(ROW, ROW) })
    await sendRows(server, 1)
    await succeed(server, changeBulkJobCall, { bearer: olga, params: { id }, body: { action: 'pause' } })
    const files = await archive()
    const jobs = JSON.parse(String(files.get('cuenta/envios-a-muchos.json')))
    expect(jobs[0].filas).toMatchObject([
      { datos: null },
      { datos: { form_values: expect.arrayContaining([{ campo: 'Monto', dato: '1250,5' }]) } },
    ])
    const facts = [...files].filter(([path]) => path.endsWith('datos.json')).map(([, text]) => String(text))
    expect(facts.filter((text) => text.includes('San José') && text.includes('prefilled'))).toHaveLength(1)
    const stored = server.services.db.selectFrom('bulk_rows').select(['state', 'request']).orderBy('row_number')
    const rows = await stored.execute()
    expect(rows.map(({ state, request }) => [state, request === null])).toEqual([
      ['sent', true],
      ['pending', false],
    ])
  })

  test('a signer gets the values in the copy of their data, and removal erases them', async () => {
    const { server } = scene
    await send(file(ROW))
    const token = await invitationToken(server, 'fiador0@example.com')
    const copy = await server.app.inject({ method: 'POST', url: signerCopyCall.path, payload: { token } })
    expect(String(readArchive(copy.rawPayload).get('datos.json'))).toContain('San José')
    await succeed(server, signerRemovalCall, { body: { token } })
    expect(JSON.stringify(await drafts())).not.toContain('San José')
  })

  test('erasing the document erases the values', async () => {
    const { server, olga } = scene
    await send(file(ROW))
    const { documentId } = await guest('fiador0@example.com')
    await server.relay.tick()
    await succeed(server, deleteFileCall, { bearer: olga, params: { id: documentId } })
    server.clock.advance(1)
    expect(await eraseDocument(server.services, { documentId, deletedBy: server.services.clock() })).toBe(true)
    expect(await drafts()).toEqual([])
  })
})
