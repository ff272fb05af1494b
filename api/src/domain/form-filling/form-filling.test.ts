import { asciiBytes, concatBytes, dictAtKey, openPdf, pdfArray, pdfDict, pdfName, pdfRef, pdfString } from 'pdf'
import { inflateInBrowser } from 'pdf/inflate'
import { inflateWithNode } from 'pdf/node'
import { fillProblems, prepareFields } from 'pdf/sign'
import { buildPdf, mutoolValid, pdfsigPeople, qpdfStatus, runOn, testWith } from 'pdf/testing/node'
import { verifyPdf } from 'pdf/verify'
import {
  declineInvitationCall,
  deleteFileCall,
  digitalSignCall,
  getFieldCall,
  revokeInvitationCall,
  type SignatureField,
  shareFileCall,
  startAgentSessionCall,
} from 'shared/contract'
import { completionCertificateCall } from 'shared/contract/evidence'
import {
  type CreateFormField,
  changeFormFieldCall,
  createFormFieldCall,
  deleteFormFieldCall,
  type FormField,
  type FormValue,
  listFormFieldsCall,
  readFormCall,
  saveFormDraftCall,
} from 'shared/contract/form-fields'
import { newFormField } from '../../../test/support/form-fields.ts'
import { eventsOf, type Invited, startInvited } from '../../../test/support/invited.ts'
import { cedula, downloadBytes, drawing, placeField, signable, stated } from '../../../test/support/people.ts'
import { closeTestServers, pathOf, refuse, succeed } from '../../../test/support/test-server.ts'
import { toPdfField } from '../form-fields/check-values.ts'
import { eraseDocument } from '../personal-data/erase-document.ts'

afterEach(closeTestServers)

const formField: FormField = {
  id: 1,
  client_id: '',
  help: '',
  position: null,
  replaces: [],
  ...newFormField({ id: 1, user_file_id: 1 }),
}

let made = 0

const add = async (
  invited: Invited,
  field: SignatureField,
  over: Partial<CreateFormField> = {},
): Promise<FormField> => {
  made += 1
  const body = { ...newFormField(field, over), client_id: `campo_${made}` }
  return succeed(invited.server, createFormFieldCall, { bearer: await invited.owner(), body })
}

const value = ({ id }: FormField, given: FormValue['value']): FormValue => ({ form_field_id: id, value: given })

const signing = (field: SignatureField, form_values: readonly FormValue[], over: object = {}) => ({
  params: { fieldId: field.id },
  body: { field_id: field.id, signature_data: drawing(), form_values, ...over },
})

const rows = (index: number): Partial<CreateFormField> => ({ y_relative: 0.05 + index * 0.07 })

const startForm = async () => {
  const invited = await startInvited()
  const { server, document, ana, luis, owner } = invited
  const own = await placeField(server, await owner(), document.id, {
    field_type: 'PRIMARY',
    signer_name: 'Olga',
    signer_email: '',
  })
  const text = await add(invited, ana, { ...rows(0), label: 'Domicilio', required: true })
  const number = await add(invited, ana, {
    ...rows(1),
    label: 'Monto',
    required: true,
    rule: { kind: 'number', min: 1, max: 1_000_000, decimals: 2 },
  })
  const date = await add(invited, luis, { ...rows(2), label: 'Fecha', rule: { kind: 'date', default_today: true } })
  const checkbox = await add(invited, luis, {
    ...rows(3),
    label: 'Acepta mascotas',
    width_relative: 0.05,
    rule: { kind: 'checkbox' },
  })
  const choice = await add(invited, own, {
    ...rows(4),
    label: 'Moneda',
    rule: { kind: 'choice', options: ['Colones', 'Dólares'] },
  })
  const initials = await add(invited, own, { ...rows(5), label: 'Iniciales', rule: { kind: 'initials' } })
  const drawn = await add(invited, luis, { ...rows(6), label: 'Iniciales de Luis', rule: { kind: 'initials' } })
  const optional = await add(invited, luis, { ...rows(7), label: 'Notas' })
  const [anas, luiss] = [await invited.open('ana@example.com'), await invited.open('luis@example.com')]
  return { invited, own, text, number, date, checkbox, choice, initials, drawn, optional, anas, luiss }
}

type Form = Awaited<ReturnType<typeof startForm>>

const anasValues = ({ text, number }: Form) => [value(text, 'San José, 佐藤 100 m'), value(number, '1250.5')]

const signAll = async (form: Form) => {
  const { invited, own, date, checkbox, choice, initials, drawn, anas, luiss } = form
  const { server, ana, luis, document } = invited
  await succeed(server, digitalSignCall, { bearer: anas, ...signing(ana, anasValues(form)) })
  await succeed(server, digitalSignCall, {
    bearer: luiss,
    ...signing(luis, [value(date, '2026-01-31'), value(checkbox, true), value(drawn, drawing())]),
  })
  await succeed(server, digitalSignCall, {
    bearer: await invited.owner(),
    ...signing(own, [value(choice, 'Dólares'), value(initials, 'ON')], stated(document)),
  })
  return downloadBytes(server, await invited.owner(), document.id)
}

const verify = async (invited: Invited, bytes: Uint8Array) => {
  const { pki } = invited.server.services
  const roots = [{ certificate: new Uint8Array(pki.root.raw), kind: 'platform' as const }]
  const report = await verifyPdf(bytes, { roots, inflate: inflateInBrowser, now: new Date(invited.server.clock.now()) })
  if (report.kind !== 'signed') throw new Error(report.kind)
  return report
}

describe('three signers fill in their form fields', () => {
  testWith(
    ['pdfsig', 'mutool', 'pdftotext', 'qpdf'],
    'all signatures stay valid and every value is readable',
    async () => {
      const form = await startForm()
      const bytes = await signAll(form)
      expect(qpdfStatus(bytes)).toBe(0)
      expect(pdfsigPeople(bytes).map(({ valid }) => valid)).toEqual([true, true, true])
      expect(mutoolValid(bytes)).toBe(3)
      const report = await verify(form.invited, bytes)
      expect(report.signatures.map(({ verdict }) => verdict)).toEqual(['valid', 'valid', 'valid', 'valid'])
      const shown = runOn(bytes, 'pdftotext', ['-layout', '-l', '1'], ['-']).output
      for (const each of ['San José, 佐藤 100 m', '1250,5', '31/01/2026', 'X', 'Dólares', 'ON'])
        expect(shown).toContain(each)
      expect((await eventsOf(form.invited, 'form-filled')).map(({ data }) => data)).toMatchObject([
        { values: 'Domicilio: San José, 佐藤 100 m · Monto: 1250,5' },
        { values: 'Fecha: 31/01/2026 · Acepta mascotas: Sí · Iniciales de Luis: iniciales dibujadas' },
        { values: 'Moneda: Dólares · Iniciales: ON' },
      ])
      await form.invited.server.relay.tick()
      const { app } = form.invited.server
      const certificate = await app.inject({
        method: 'GET',
        url: pathOf(completionCertificateCall, { id: form.invited.document.id }),
        headers: { authorization: `Bearer ${await form.invited.owner()}` },
      })
      const written = runOn(certificate.rawPayload, 'pdftotext', ['-layout'], ['-']).output
      for (const each of ['Datos llenados', 'Domicilio', 'San José, 佐藤 100 m', '1250,5', 'iniciales dibujadas'])
        expect(written).toContain(each)
    },
  )

  test('a signer reads the signed values again, and no drafts remain', async () => {
    const form = await startForm()
    const { invited, anas, text } = form
    const params = { fieldId: invited.ana.id }
    const body = { values: [value(text, 'Cartago')] }
    await succeed(invited.server, saveFormDraftCall, { bearer: anas, params, body })
    await signAll(form)
    const reply = await succeed(invited.server, readFormCall, { bearer: anas, params })
    expect(reply.values).toEqual(anasValues(form))
    expect(await invited.server.services.db.selectFrom('form_drafts').selectAll().execute()).toEqual([])
  })
})

describe('form fields before the signature', () => {
  test('the draft persists, is private, and is deleted when the invitation is revoked', async () => {
    const form = await startForm()
    const { invited, anas, luiss, text, date } = form
    const { server, ana, luis, document } = invited
    const call = { bearer: anas, params: { fieldId: ana.id } }
    const values = [value(text, 'Cartago')]
    await succeed(server, saveFormDraftCall, { ...call, body: { values } })
    const read = await succeed(server, readFormCall, call)
    expect(read).toMatchObject({ values, today: '2026-01-31' })
    expect(read.fields.map(({ label }) => label)).toEqual(['Domicilio', 'Monto'])
    expect(await refuse(server, readFormCall, { ...call, bearer: luiss })).toMatchObject({ code: 'FORBIDDEN' })
    const foreign = { values: [value(date, '2026-01-31')] }
    expect(await refuse(server, saveFormDraftCall, { ...call, body: foreign })).toMatchObject({
      code: 'FORM_FIELD_OF_OTHER',
    })
    const { id } = await invited.anasInvitation()
    const bearer = await invited.owner()
    await succeed(server, revokeInvitationCall, { bearer, params: { id: document.id, invitationId: id } })
    expect(await server.services.db.selectFrom('form_drafts').selectAll().execute()).toEqual([])
    expect(await refuse(server, readFormCall, call)).toMatchObject({ code: 'INVITATION_INVALID' })
    expect(luis.has_form).toBeUndefined()
  })

  test.each([
    ['missing', (form: Form) => [value(form.number, '5')], 'Falta llenar «Domicilio».'],
    ['out of range', (form: Form) => [value(form.text, 'a'), value(form.number, '0')], '«Monto» debe ser 1 o más.'],
    ['control character', (form: Form) => [value(form.text, 'a\u0007b'), value(form.number, '5')], '«Domicilio» tiene'],
    [
      'unknown glyph',
      (form: Form) => [value(form.text, 'a\u{1fae8}'), value(form.number, '5')],
      'no se pueden escribir',
    ],
    [
      'too long for its box',
      (form: Form) => [value(form.text, 'm'.repeat(90)), value(form.number, '5')],
      'caben unos 4',
    ],
  ])('the API refuses a value that is %s, names the field’s label and writes nothing', async (_, values, message) => {
    const form = await startForm()
    const { invited, anas } = form
    const refusal = await refuse(invited.server, digitalSignCall, {
      bearer: anas,
      ...signing(invited.ana, values(form)),
    })
    expect(refusal).toMatchObject({ code: 'FORM_VALUES_INVALID', message: expect.stringContaining(message) })
    expect(Object.keys(refusal.fields ?? {})).toHaveLength(1)
    const revisions = await invited.server.services.db.selectFrom('revisions').select('kind').execute()
    expect(revisions).toEqual([{ kind: 'uploaded' }])
  })

  test('a guest can neither fill in fields of other signers nor fill in a field twice', async () => {
    const form = await startForm()
    const { invited, anas, date, text } = form
    const attempt = (extra: FormValue) =>
      refuse(invited.server, digitalSignCall, {
        bearer: anas,
        ...signing(invited.ana, [...anasValues(form), extra]),
      })
    expect(await attempt(value(date, '2026-01-31'))).toMatchObject({ code: 'FORM_FIELD_OF_OTHER' })
    expect(await attempt({ form_field_id: 1, value: 'x' })).toMatchObject({ code: 'FORM_FIELD_OF_OTHER' })
    expect(await attempt(value(text, 'otra vez'))).toMatchObject({ code: 'VALIDATION' })
  })
})

describe('the owner of a document with form fields', () => {
  test('the owner changes and deletes form fields until the first signature', async () => {
    const form = await startForm()
    const { invited, text, optional, anas } = form
    const { server, ana, luis, document } = invited
    const bearer = await invited.owner()
    const listed = () => succeed(server, listFormFieldsCall, { bearer, query: { user_file_id: String(document.id) } })
    const { client_id: _, ...same } = { ...newFormField(ana, { label: 'Cantón', position: 1 }), client_id: '' }
    await succeed(server, changeFormFieldCall, { bearer, params: { id: text.id }, body: { ...same, required: true } })
    await succeed(server, deleteFormFieldCall, { bearer, params: { id: optional.id } })
    expect((await listed()).map(({ label }) => label).slice(0, 2)).toEqual(['Cantón', 'Monto'])
    const edits = await eventsOf(invited, 'form-field-created', 'form-field-changed', 'form-field-deleted')
    expect(edits.slice(-3)).toMatchObject([
      { kind: 'form-field-created', data: { form_field: optional.id } },
      { kind: 'form-field-changed', data: { form_field: text.id } },
      { kind: 'form-field-deleted', data: { form_field: optional.id } },
    ])
    const moved = { ...same, signature_field_id: luis.id }
    await succeed(server, changeFormFieldCall, { bearer, params: { id: text.id }, body: moved })
    await succeed(server, changeFormFieldCall, { bearer, params: { id: form.number.id }, body: moved })
    const read = await succeed(server, getFieldCall, { bearer, params: { id: ana.id } })
    expect(read.signature_field.has_form).toBeUndefined()
    await succeed(server, digitalSignCall, { bearer: anas, ...signing(ana, []) })
    for (const refused of [
      refuse(server, deleteFormFieldCall, { bearer, params: { id: text.id } }),
      refuse(server, changeFormFieldCall, { bearer, params: { id: text.id }, body: same }),
      refuse(server, createFormFieldCall, { bearer, body: { ...same, client_id: 'tarde' } }),
    ])
      expect(await refused).toMatchObject({ code: 'DOCUMENT_FROZEN' })
  })

  test('the API returns the stored field for a repeated request and names the invalid property', async () => {
    const { invited, text } = await startForm()
    const { server, ana } = invited
    const bearer = await invited.owner()
    const body = (over: Partial<CreateFormField>) => ({ ...newFormField(ana, over), client_id: 'otro' })
    const first = await succeed(server, createFormFieldCall, { bearer, body: body({}) })
    expect(await succeed(server, createFormFieldCall, { bearer, body: body({}) })).toEqual(first)
    expect(await refuse(server, createFormFieldCall, { bearer, body: body({ label: 'Otro' }) })).toMatchObject({
      fields: { client_id: expect.any(String) },
    })
    const attempts: [Partial<CreateFormField>, string][] = [
      [{ height_relative: 0.001 }, 'height_relative'],
      [{ x_relative: 0.9 }, 'x_relative'],
      [{ signature_field_id: text.id }, 'signature_field_id'],
      [{ label: 'a\u202eb' }, 'label'],
    ]
    for (const [over, path] of attempts) {
      const refusal = await refuse(server, createFormFieldCall, { bearer, body: { ...body(over), client_id: path } })
      expect(Object.keys(refusal.fields ?? {})).toEqual([path])
    }
  })
})

describe('form fields of public-link sessions and of ended documents', () => {
  test('a signer by public link fills in the field of the link; another session sees no draft', async () => {
    const { invited } = await startForm()
    const { server, document } = invited
    const bearer = await invited.owner()
    const open = await placeField(server, bearer, document.id, { signer_email: 'eva@example.com' })
    const date = await add(invited, open, { label: 'Fecha', rule: { kind: 'date', default_today: true } })
    await succeed(server, shareFileCall, { bearer, params: { id: document.id }, body: signable })
    const come = (name: string) =>
      succeed(server, startAgentSessionCall, {
        body: { user_file_id: document.id, field_id: open.id, identification: cedula, name },
      })
    const [first, second] = [(await come('Eva Mora')).access_token, (await come('Otra Eva')).access_token]
    const params = { fieldId: open.id }
    const values = [value(date, '2026-02-01')]
    await succeed(server, saveFormDraftCall, { bearer: first, params, body: { values } })
    expect(await succeed(server, readFormCall, { bearer: second, params })).toMatchObject({ values: [] })
    await succeed(server, digitalSignCall, { bearer: first, ...signing(open, values, stated(document)) })
    expect((await eventsOf(invited, 'form-filled')).map(({ data }) => data)).toMatchObject([
      { values: 'Fecha: 01/02/2026' },
    ])
    expect(await refuse(server, saveFormDraftCall, { bearer: second, params, body: { values } })).toMatchObject({
      code: 'FIELD_SIGNED',
    })
  })

  test('declining deletes the drafts, and erasing the document deletes the form fields', async () => {
    const form = await startForm()
    const { invited, anas, luiss, text } = form
    const { server, ana, luis, document } = invited
    const { db, clock } = server.services
    await succeed(server, saveFormDraftCall, {
      bearer: anas,
      params: { fieldId: ana.id },
      body: { values: [value(text, 'Cartago')] },
    })
    await succeed(server, declineInvitationCall, {
      bearer: luiss,
      params: { fieldId: luis.id },
      body: { reason: 'No' },
    })
    expect(await db.selectFrom('form_drafts').selectAll().execute()).toEqual([])
    await succeed(server, deleteFileCall, { bearer: await invited.owner(), params: { id: document.id } })
    server.clock.advance(1)
    expect(await eraseDocument(server.services, { documentId: document.id, deletedBy: clock() })).toBe(true)
    expect(await db.selectFrom('form_fields').selectAll().execute()).toEqual([])
  })
})

testWith(
  ['pdftotext'],
  'preparing a form keeps the form fields of the uploaded PDF, also on a rotated page',
  async () => {
    const own = pdfDict({
      Subtype: pdfName('Widget'),
      FT: pdfName('Tx'),
      T: pdfString(asciiBytes('trazo-form')),
      V: pdfString(asciiBytes('propio')),
      Rect: pdfArray([10, 10, 90, 30]),
    })
    const fonts = pdfDict({
      Font: pdfDict({
        Helv: pdfDict({ Type: pdfName('Font'), Subtype: pdfName('Type1'), BaseFont: pdfName('Courier') }),
      }),
    })
    const catalog = {
      AcroForm: pdfDict({ Fields: pdfArray([pdfRef(100)]), DR: fonts, DA: pdfString(asciiBytes('/Helv 9 Tf')) }),
    }
    const original = buildPdf({ xref: 'stream', pages: [{ rotate: 90 }], extra: [own], catalog })
    const prepared = concatBytes([
      original,
      prepareFields(
        original,
        [{ name: 'trazo-1', page: 1, rect: { x: 0.1, y: 0.8, width: 0.3, height: 0.1 }, tooltip: 'Firma' }],
        [{ ...toPdfField(formField), name: 'trazo-form-1' }],
      ),
    ])
    const document = openPdf(prepared, { inflate: inflateWithNode })
    expect(document.objects.resolve(pdfRef(100))).toEqual(own)
    const form = document.acroForm()
    expect(form?.entries.get('DA')).toEqual(pdfString(asciiBytes('/Helv 9 Tf')))
    const resources = form === undefined ? undefined : dictAtKey(document.objects, form, 'DR')
    const written = resources === undefined ? undefined : dictAtKey(document.objects, resources, 'Font')
    expect([...(written?.entries.keys() ?? [])]).toEqual(['Helv', 'TrazoHelv'])
    expect(fillProblems(document, [{ name: 'trazo-form-1', kind: 'text', text: 'cabe' }])).toEqual([])
  },
)
