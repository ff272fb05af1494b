import { digitalSignCall, revokeInvitationCall, type SignatureField } from 'shared/contract'
import { createFormFieldCall, type FormField, readFormCall, saveFormDraftCall } from 'shared/contract/form-fields'
import { newFormField } from '../../../test/support/form-fields.ts'
import { startInvited } from '../../../test/support/invited.ts'
import { drawing, inviteSigner, placeField } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

/** Ana has two fields, each with a form field; Luis has one of each. */
const start = async () => {
  const invited = await startInvited()
  const { server, document, ana, luis, owner } = invited
  const bearer = await owner()
  // While only one invitation is hers.
  const guest = await invited.open('ana@example.com')
  const second = await placeField(server, bearer, document.id, { page: 2, signer_email: 'Ana@example.com' })
  const add = (field: SignatureField, label: string): Promise<FormField> => {
    const over = { label, required: true, page: field.page, y_relative: 0.3 }
    const body = { ...newFormField(field, over), client_id: `campo_${label}` }
    return succeed(server, createFormFieldCall, { bearer, body })
  }
  const forms = { ana: await add(ana, 'Domicilio'), second: await add(second, 'Monto'), luis: await add(luis, 'Plan') }
  await inviteSigner(server, bearer, second)
  return { ...invited, bearer, second, forms, guest }
}

const ids = ({ fields }: { readonly fields: readonly { readonly id: number }[] }) => fields.map(({ id }) => id)

test('a person reads, fills and signs the forms of all fields that one act signs', async () => {
  const { server, guest, ana, second, forms } = await start()
  for (const [field, form] of [
    [ana, forms.ana],
    [second, forms.second],
  ] as const) {
    const params = { fieldId: field.id }
    expect(ids(await succeed(server, readFormCall, { bearer: guest, params }))).toEqual([form.id])
    const body = { values: [{ form_field_id: form.id, value: `De ${field.page}` }] }
    await succeed(server, saveFormDraftCall, { bearer: guest, params, body })
    expect((await succeed(server, readFormCall, { bearer: guest, params })).values).toEqual(body.values)
  }
  const form_values = [forms.ana, forms.second].map(({ id }) => ({ form_field_id: id, value: 'Heredia' }))
  const body = { field_id: ana.id, signature_data: drawing(), other_field_ids: [second.id], form_values }
  await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: ana.id }, body })
  const filled = await server.services.db
    .selectFrom('form_fields')
    .select('id')
    .where('value', 'is not', null)
    .execute()
  expect(filled.map(({ id }) => id).sort()).toEqual([forms.ana.id, forms.second.id].sort())
})

describe('attacks', () => {
  test('the form of another person’s field is neither read nor filled', async () => {
    const { server, guest, luis, forms } = await start()
    const params = { fieldId: luis.id }
    expect(await refuse(server, readFormCall, { bearer: guest, params })).toMatchObject({ code: 'FORBIDDEN' })
    const body = { values: [{ form_field_id: forms.luis.id, value: 'A' }] }
    expect(await refuse(server, saveFormDraftCall, { bearer: guest, params, body })).toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('the form of a field whose invitation was revoked is closed', async () => {
    const { server, guest, second, bearer, document } = await start()
    const { id } = await server.services.db
      .selectFrom('invitations')
      .select('id')
      .where('field_id', '=', second.id)
      .executeTakeFirstOrThrow()
    await succeed(server, revokeInvitationCall, { bearer, params: { id: document.id, invitationId: id } })
    const params = { fieldId: second.id }
    expect(await refuse(server, readFormCall, { bearer: guest, params })).toMatchObject({ code: 'FORBIDDEN' })
  })
})
