import { pdfsig, runOn, testWith } from 'pdf/testing/node'
import { cancelDocumentCall, type SignatureField } from 'shared/contract'
import {
  createFormFieldCall,
  type FormField,
  type FormValue,
  formValuesText,
  readFormCall,
  saveFormDraftCall,
} from 'shared/contract/form-fields'
import { signSendingCall } from 'shared/contract/sendings'
import { hashHex } from 'shared/server'
import { newFormField } from '../../../test/support/form-fields.ts'
import { downloadBytes, placeField } from '../../../test/support/people.ts'
import { ANA, actOn, openAsInvited, openListed, signAs, startSending } from '../../../test/support/sendings.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const amount = { kind: 'number', min: 1, max: 1000, decimals: 2 } as const

/** Ana fills in two fields of the second document, one required; Luis one there. Ana has opened the first document. */
const startForms = async () => {
  const started = await startSending()
  const { server, bearer, anas, luis } = started
  const add = (field: SignatureField, label: string, over: object): Promise<FormField> => {
    const body = { ...newFormField(field, { label, ...over }), client_id: `campo_${label}` }
    return succeed(server, createFormFieldCall, { bearer, body })
  }
  const forms = {
    amount: await add(anas[1], 'Monto', { required: true, rule: amount }),
    notes: await add(anas[1], 'Notas', { y_relative: 0.3, width_relative: 0.1 }),
    luis: await add(luis[1], 'Plan', { y_relative: 0.5 }),
  }
  const ana = await openAsInvited(server, bearer, anas[0])
  return { ...started, forms, ana, second: await openListed(server, ana.sending?.documents[1]?.path) }
}

type Forms = Awaited<ReturnType<typeof startForms>>

const fill = async ({ server, second }: Forms, values: FormValue[], bearer = second.access_token) => {
  const params = { fieldId: second.signature_field.id }
  return succeed(server, saveFormDraftCall, { bearer, params, body: { values } })
}

const filledValue = ({ id }: FormField, value: FormValue['value']): FormValue => ({ form_field_id: id, value })

const digestOf = (values: readonly FormValue[]): string => hashHex(formValuesText(values))

const actWith = ({ documents }: Pick<Forms, 'documents'>, values: readonly FormValue[]) => {
  const [first, second, third] = documents
  return actOn([first, { ...second, form_sha256: digestOf(values) }, third])
}

const refusal = ({ server, ana }: Forms, body: ReturnType<typeof actOn>) =>
  refuse(server, signSendingCall, {
    bearer: ana.access_token,
    params: { fieldId: ana.signature_field.id },
    body,
  })

const stored = async ({ server }: Pick<Forms, 'server'>) => {
  const { db } = server.services
  return {
    signatures: (await db.selectFrom('signatures').select('field_id').execute()).length,
    revisions: (await db.selectFrom('revisions').select('number').execute()).length,
    values: (await db.selectFrom('form_fields').select('shown_value').where('shown_value', 'is not', null).execute())
      .length,
  }
}

const NOTHING = { signatures: 0, revisions: 3, values: 0 }

describe('a form in the common act', () => {
  testWith(['pdfsig', 'pdftotext'], 'the saved values and all signatures are written by one act', async () => {
    const forms = await startForms()
    const { server, bearer, documents, ana, luis } = forms
    expect(ana.sending?.documents.map(({ has_form, is_joint }) => [has_form, is_joint])).toEqual([
      [false, true],
      [true, true],
      [false, true],
    ])
    const values = [filledValue(forms.forms.amount, '12.5'), filledValue(forms.forms.notes, '')]
    await fill(forms, values)
    await signAs(forms, ana, actWith(forms, values.toReversed()))
    expect(await stored(forms)).toMatchObject({ signatures: 3, values: 1 })
    const bytes = await downloadBytes(server, bearer, documents[1].id)
    expect(runOn(bytes, 'pdftotext', ['-l', '1'], ['-']).output).toContain('12,5')
    expect(pdfsig(bytes).filter(({ valid }) => valid)).toHaveLength(1)
    const { db } = server.services
    const filled = db.selectFrom('audit_events').select(['document_id', 'data']).where('kind', '=', 'form-filled')
    expect((await filled.execute()).map(({ document_id: id, data }) => [id, JSON.parse(data)])).toMatchObject([
      [documents[1].id, { values: 'Monto: 12,5' }],
    ])
    expect(await db.selectFrom('form_drafts').selectAll().where('field_id', '!=', luis[1].id).execute()).toEqual([])
  })

  test('a repetition after a lost answer gets the first one, without the draft that the signature removed', async () => {
    const forms = await startForms()
    const values = [filledValue(forms.forms.amount, '12.5')]
    await fill(forms, values)
    const body = actWith(forms, values)
    const first = await signAs(forms, forms.ana, body)
    expect((await signAs(forms, forms.ana, body)).signatures.map(({ field_id }) => field_id)).toEqual(
      first.signatures.map(({ field_id }) => field_id),
    )
    expect(await stored(forms)).toMatchObject({ signatures: 3 })
    const other = { ...actWith(forms, [filledValue(forms.forms.amount, '13')]), idempotency_key: body.idempotency_key }
    expect(await refusal(forms, other)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  const eitherPage: readonly [string, (first: SignatureField, second: SignatureField) => SignatureField][] = [
    ['first', (first) => first],
    ['second', (_, second) => second],
  ]
  test.each(eitherPage)('two fields in one document, filled in on the page of the %s', async (_, by) => {
    const started = await startSending()
    const { server, bearer, documents, anas } = started
    const again = await placeField(server, bearer, documents[1].id, ANA)
    const made: FormField[] = []
    for (const field of [anas[1], again]) {
      const body = { ...newFormField(field, { required: true }), client_id: `campo_${field.id}` }
      made.push(await succeed(server, createFormFieldCall, { bearer, body }))
    }
    const ana = await openAsInvited(server, bearer, anas[0])
    const second = await openListed(server, ana.sending?.documents[1]?.path)
    const values = made.map((field, index) => filledValue(field, `Valor ${index}`))
    for (const [index, field] of [anas[1], again].entries())
      await succeed(server, saveFormDraftCall, {
        bearer: second.access_token,
        params: { fieldId: field.id },
        body: { values: values.slice(index, index + 1) },
      })
    const { db } = server.services
    const invitations = await db.selectFrom('invitations').select(['id', 'field_id']).execute()
    const opened = invitations.find(({ field_id }) => field_id === by(anas[1], again).id)
    await db
      .updateTable('form_drafts')
      .set({ requester: `invitation:${opened?.id}` })
      .execute()
    await signAs(started, ana, actWith(started, values))
    expect(await stored({ server })).toMatchObject({ signatures: 4, values: 2 })
  })

  test('a proposal of the sender is signed if the page showed it', async () => {
    const forms = await startForms()
    const { server, anas } = forms
    const values = [filledValue(forms.forms.amount, '7')]
    await server.services.db
      .insertInto('form_drafts')
      .values({
        field_id: anas[1].id,
        document_id: anas[1].user_file_id,
        requester: 'prefilled',
        form_values: JSON.stringify(values),
        saved_at: 1,
      })
      .execute()
    await signAs(forms, forms.ana, actWith(forms, values))
    expect(await stored(forms)).toMatchObject({ signatures: 3, values: 1 })
  })
})

describe('nothing is half signed', () => {
  const cases: readonly [string, (forms: Forms) => Promise<ReturnType<typeof actOn>>, object][] = [
    [
      'a draft that changed after the page showed it',
      async (forms) => {
        await fill(forms, [filledValue(forms.forms.amount, '900')])
        return actWith(forms, [filledValue(forms.forms.amount, '9')])
      },
      { code: 'SENDING_DIFFERS' },
    ],
    [
      'values that were never saved',
      async (forms) => actWith(forms, [filledValue(forms.forms.amount, '9')]),
      { code: 'SENDING_DIFFERS' },
    ],
    [
      'a page that showed no form',
      async (forms) => {
        await fill(forms, [filledValue(forms.forms.amount, '9')])
        return actOn(forms.documents)
      },
      { code: 'SENDING_DIFFERS' },
    ],
    [
      'a form that the document does not have',
      async (forms) => {
        const values = [filledValue(forms.forms.amount, '9')]
        await fill(forms, values)
        const [first, ...others] = actWith(forms, values).documents
        const documents = [{ ...first, form_sha256: digestOf([]) }, ...others] as ReturnType<typeof actOn>['documents']
        return actOn(forms.documents, { documents })
      },
      { code: 'SENDING_DIFFERS' },
    ],
    [
      'a required value that is missing',
      async (forms) => {
        const values = [filledValue(forms.forms.notes, 'Sin monto')]
        await fill(forms, values)
        return actWith(forms, values)
      },
      {
        code: 'FORM_VALUES_INVALID',
        message: expect.stringMatching(/^Hay datos por corregir en Inventario\.pdf, .+ Falta llenar «Monto»\.$/),
      },
    ],
    [
      'a value against its rule',
      async (forms) => {
        const values = [filledValue(forms.forms.amount, '5000')]
        await fill(forms, values)
        return actWith(forms, values)
      },
      { code: 'FORM_VALUES_INVALID', message: expect.stringContaining('«Monto» debe ser 1000 o menos.') },
    ],
    [
      'a value that does not fit, which is known only when it is set',
      async (forms) => {
        const values = [filledValue(forms.forms.amount, '5'), filledValue(forms.forms.notes, 'M'.repeat(180))]
        await fill(forms, values)
        return actWith(forms, values)
      },
      { code: 'FORM_VALUES_INVALID', message: expect.stringContaining('«Notas» no cabe en su espacio') },
    ],
    [
      'a form whose document was cancelled',
      async (forms) => {
        const { server, bearer, documents } = forms
        const values = [filledValue(forms.forms.amount, '5')]
        await fill(forms, values)
        await succeed(server, cancelDocumentCall, { bearer, params: { id: documents[1].id }, body: {} })
        return actWith(forms, values)
      },
      { code: 'SENDING_DIFFERS' },
    ],
  ]
  test.each(cases)('%s', async (_, prepare, expected) => {
    const forms = await startForms()
    const refused = await refusal(forms, await prepare(forms))
    expect(refused).toMatchObject(expected)
    expect(await stored(forms)).toEqual(NOTHING)
    const isNamed = Object.keys(refused.fields ?? {}).includes(`documents.${forms.documents[1].id}`)
    expect(isNamed).toBe(refused.code === 'FORM_VALUES_INVALID')
  })
})

describe('attacks', () => {
  test('the form of another person is neither filled nor signed by the act', async () => {
    const forms = await startForms()
    const { server, anas, luis } = forms
    const values = [filledValue(forms.forms.amount, '5')]
    const foreign = filledValue(forms.forms.luis, 'De Ana')
    const draft = { bearer: forms.second.access_token, body: { values: [...values, foreign] } }
    const attempts = [anas[1], luis[1]].map(({ id: fieldId }) =>
      refuse(server, saveFormDraftCall, { ...draft, params: { fieldId } }),
    )
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([403, 403])
    await fill(forms, values)
    // As if a draft had it nevertheless.
    await server.services.db
      .updateTable('form_drafts')
      .set({ form_values: JSON.stringify([...values, foreign]) })
      .execute()
    expect(await refusal(forms, actWith(forms, [...values, foreign]))).toMatchObject({ code: 'SENDING_DIFFERS' })
    await signAs(forms, forms.ana, actWith(forms, values))
    const rows = server.services.db
      .selectFrom('form_fields')
      .select('shown_value')
      .where('id', '=', forms.forms.luis.id)
    expect(await rows.execute()).toEqual([{ shown_value: null }])
  })

  test('the draft of another person’s page is not signed', async () => {
    const forms = await startForms()
    const { server, bearer, luis } = forms
    const guest = await openAsInvited(server, bearer, luis[1])
    const values = [filledValue(forms.forms.amount, '5')]
    const { id } = await server.services.db
      .selectFrom('invitations')
      .select('id')
      .where('field_id', '=', luis[1].id)
      .executeTakeFirstOrThrow()
    await fill(forms, values)
    await server.services.db
      .updateTable('form_drafts')
      .set({ requester: `invitation:${id}` })
      .execute()
    const params = { fieldId: forms.second.signature_field.id }
    expect(await refuse(server, readFormCall, { bearer: guest.access_token, params })).toMatchObject({ status: 403 })
    expect(await refusal(forms, actWith(forms, values))).toMatchObject({ code: 'SENDING_DIFFERS' })
    expect(await stored(forms)).toEqual(NOTHING)
  })

  test('values in the request itself are ignored', async () => {
    const forms = await startForms()
    await fill(forms, [filledValue(forms.forms.amount, '5')])
    const shown = [filledValue(forms.forms.amount, '6')]
    const named = actWith(forms, shown)
    const documents = named.documents.map((one) => ({ ...one, form_values: shown }))
    expect(await refusal(forms, { ...named, documents })).toMatchObject({ code: 'SENDING_DIFFERS' })
    expect(await stored(forms)).toEqual(NOTHING)
  })
})
