import { inflateInBrowser } from 'pdf/inflate'
import { pdfsigPeople, runOn, testWith } from 'pdf/testing/node'
import { verifyPdf } from 'pdf/verify'
import { cancelDocumentCall, digitalSignCall, unshareFileCall, validateInvitationCall } from 'shared/contract'
import {
  createFormFieldCall,
  type FormField,
  type FormValue,
  readFormCall,
  saveFormDraftCall,
} from 'shared/contract/form-fields'
import { newFormField } from '../../../test/support/form-fields.ts'
import { downloadBytes, drawing, invitationToken, inviteSigner, placeField } from '../../../test/support/people.ts'
import { type Guest, openPublicDocument } from '../../../test/support/public-link.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const start = async () => {
  const opened = await openPublicDocument()
  const { server, owner, document, request } = opened
  const field = await placeField(server, owner, document.id)
  const add = (client_id: string, over: Parameters<typeof newFormField>[1]): Promise<FormField> =>
    succeed(server, createFormFieldCall, { bearer: owner, body: { ...newFormField(field, over), client_id } })
  const text = await add('texto', { required: true })
  const call = { params: { fieldId: field.id } }
  const signWith = (guest: Guest, form_values: readonly FormValue[]) => {
    const { body, ...rest } = request(guest)
    return { ...rest, body: { ...body, form_values } }
  }
  const verify = async () => {
    const bytes = await downloadBytes(server, owner, document.id)
    const roots = [{ certificate: new Uint8Array(server.services.pki.root.raw), kind: 'platform' as const }]
    const report = await verifyPdf(bytes, { roots, inflate: inflateInBrowser, now: new Date(server.clock.now()) })
    return { bytes, verdicts: report.kind === 'signed' ? report.signatures.map(({ verdict }) => verdict) : [] }
  }
  return { ...opened, field, add, text, call, signWith, verify }
}

const answerTo = ({ id }: FormField, value: FormValue['value']): FormValue => ({ form_field_id: id, value })

describe('the link of a field', () => {
  test('anyone with the link reads the form fields of an open field, but no values', async () => {
    const { server, field, text, call, enter } = await start()
    const { bearer } = await enter({ field_id: field.id })
    const body = { values: [answerTo(text, 'Cartago')] }
    await succeed(server, saveFormDraftCall, { ...call, bearer, body })
    const read = await succeed(server, readFormCall, call)
    expect(read).toMatchObject({ values: [], draft_saved_at: null, today: '2026-01-31' })
    expect(read.fields.map(({ label }) => label)).toEqual(['Domicilio'])
    expect(await refuse(server, saveFormDraftCall, { ...call, body })).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('the link hides the form of a field that is invited, signed, the owner’s or no longer signable', async () => {
    const { server, owner, document, params, share, call, field, text, enter, signWith } = await start()
    const codeOf = async (of = call) => (await refuse(server, readFormCall, of)).code
    await share({ mode: 'read' })
    expect(await codeOf()).toBe('UNAUTHENTICATED')
    await succeed(server, unshareFileCall, { bearer: owner, params })
    expect(await codeOf()).toBe('UNAUTHENTICATED')
    await share()
    const own = await placeField(server, owner, document.id, { field_type: 'PRIMARY' })
    const other = await placeField(server, owner, document.id, { signer_email: 'eva@example.com' })
    await inviteSigner(server, owner, other)
    for (const id of [own.id, other.id, 999]) expect(await codeOf({ params: { fieldId: id } })).toBe('UNAUTHENTICATED')
    await succeed(server, digitalSignCall, signWith(await enter({ field_id: field.id }), [answerTo(text, 'Cartago')]))
    expect(await codeOf()).toBe('UNAUTHENTICATED')
    expect(await refuse(server, readFormCall, { ...call, bearer: 'gone' })).toMatchObject({ code: 'SESSION_EXPIRED' })
  })

  test('the link hides the form fields of a cancelled document', async () => {
    const { server, owner, params, call } = await start()
    await succeed(server, cancelDocumentCall, { bearer: owner, params, body: { reason: 'Ya no' } })
    expect(await refuse(server, readFormCall, call)).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  testWith(['pdfsig', 'pdftotext'], 'a person with the link signs with form values', async () => {
    const { server, field, text, enter, signWith, verify } = await start()
    const guest = await enter({ field_id: field.id })
    expect(await refuse(server, digitalSignCall, signWith(guest, []))).toMatchObject({ code: 'FORM_VALUES_INVALID' })
    await succeed(server, digitalSignCall, signWith(guest, [answerTo(text, 'Tres Ríos')]))
    const { bytes } = await verify()
    expect(pdfsigPeople(bytes)).toMatchObject([{ valid: true }])
    expect(runOn(bytes, 'pdftotext', ['-layout'], ['-']).output).toContain('Tres Ríos')
  })
})

describe('the bare link of a document with form fields', () => {
  testWith(
    ['pdfsig', 'pdftotext'],
    'the bare link signs its own field, and the other field’s form waits for its signer',
    async () => {
      const { server, owner, field, text, enter, sign, verify } = await start()
      await inviteSigner(server, owner, field)
      await sign(await enter())
      const token = await invitationToken(server, field.signer_email)
      const { access_token: bearer } = await succeed(server, validateInvitationCall, { query: { token } })
      const params = { fieldId: field.id }
      expect((await succeed(server, readFormCall, { bearer, params })).fields).toHaveLength(1)
      const body = { field_id: field.id, signature_data: drawing() }
      expect(await refuse(server, digitalSignCall, { bearer, params, body })).toMatchObject({
        code: 'FORM_VALUES_INVALID',
        message: 'Falta llenar «Domicilio».',
      })
      const form_values = [answerTo(text, 'Tres Ríos')]
      await succeed(server, digitalSignCall, { bearer, params, body: { ...body, form_values } })
      const { bytes, verdicts } = await verify()
      expect(pdfsigPeople(bytes).map(({ valid }) => valid)).toEqual([true, true])
      expect(new Set(verdicts)).toEqual(new Set(['valid']))
      expect(runOn(bytes, 'pdftotext', ['-layout'], ['-']).output).toContain('Tres Ríos')
    },
  )

  test('the session of the bare link cannot fill in the form fields of another field', async () => {
    const { server, text, enter, signWith, call } = await start()
    const guest = await enter()
    expect(await refuse(server, digitalSignCall, signWith(guest, [answerTo(text, 'x')]))).toMatchObject({
      code: 'FORM_FIELD_OF_OTHER',
    })
    expect(await refuse(server, readFormCall, { ...call, bearer: guest.bearer })).toMatchObject({ code: 'FORBIDDEN' })
  })
})

test('a form draft holds the largest drawings that the page sends', async () => {
  const { server, field, add, enter, call } = await start()
  const rule = { kind: 'initials' } as const
  const boxes = await Promise.all(
    ['a', 'b', 'c'].map((label, index) => add(label, { label, rule, y_relative: index / 10 })),
  )
  const { bearer } = await enter({ field_id: field.id })
  const values = boxes.map((box) => answerTo(box, `data:image/png;base64,${'A'.repeat(99_000)}`))
  await succeed(server, saveFormDraftCall, { ...call, bearer, body: { values } })
  expect((await succeed(server, readFormCall, { ...call, bearer })).values).toEqual(values)
})

test('the API refuses a drawing that is not a valid picture and stores no signature', async () => {
  const { server, field, text, add, enter, signWith, signatures } = await start()
  const box = await add('iniciales', { label: 'Iniciales', rule: { kind: 'initials' }, y_relative: 0.3 })
  const guest = await enter({ field_id: field.id })
  for (const picture of ['AAAA', '', '%%%', drawing().slice(30, -20)]) {
    const values = [answerTo(text, 'Tres Ríos'), answerTo(box, `data:image/png;base64,${picture}`)]
    expect(await refuse(server, digitalSignCall, signWith(guest, values))).toMatchObject({ status: 400 })
  }
  expect(await signatures()).toEqual([])
})

testWith(
  ['pdfsig', 'mutool'],
  'initials drawn once for twenty boxes are stored as one picture in the PDF',
  async () => {
    const { server, field, text, add, enter, signWith, verify } = await start()
    const rule = { kind: 'initials' } as const
    const boxes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        add(`i${index}`, { label: `Iniciales ${index}`, rule, y_relative: index / 25 }),
      ),
    )
    const image = drawing()
    const values = [answerTo(text, 'Tres Ríos'), ...boxes.map((box) => answerTo(box, image))]
    const before = (await verify()).bytes.length
    await succeed(server, digitalSignCall, signWith(await enter({ field_id: field.id }), values))
    const { bytes, verdicts } = await verify()
    expect(pdfsigPeople(bytes)).toMatchObject([{ valid: true }])
    expect(new Set(verdicts)).toEqual(new Set(['valid']))
    const pictures =
      Buffer.from(bytes.subarray(before))
        .toString('latin1')
        .match(/\/Subtype \/Image/g) ?? []
    expect(pictures.length).toBeLessThanOrEqual(4)
  },
)
