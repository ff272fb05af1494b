import { hasTool, pdfsigPeople, runOn, testWith } from 'pdf/testing/node'
import { digitalSignCall, listInvitationsCall, validateInvitationCall } from 'shared/contract'
import { type CreateFormField, createFormFieldCall, listFormFieldsCall } from 'shared/contract/form-fields'
import { listTemplatesCall } from 'shared/contract/templates'
import { newFormField } from '../../../test/support/form-fields.ts'
import {
  downloadBytes,
  drawing,
  invitationToken,
  placeField,
  stated,
  uploadDocument,
} from '../../../test/support/people.ts'
import { createTemplateScene, eva, luis } from '../../../test/support/templates.ts'
import { closeTestServers, succeed, type TestServer } from '../../../test/support/test-server.ts'

const scene = createTemplateScene()
const { placeAna, placeBeto, draftOf, save, startWith, use, send, fieldsOf, invitationsSent } = scene

let server: TestServer
let olga: string
beforeEach(async () => {
  ;({ server, olga } = await scene.open())
})
afterEach(closeTestServers)

describe('sending a document made from a template', () => {
  test('sending invites each signer once, with the personal message and in signing order', async () => {
    const { template } = await startWith('Revisa la cláusula 4.')
    const { document_id: id } = await use(template)
    expect(await send(id)).toMatchObject({ invited: 2 })
    expect(await send(id)).toMatchObject({ invited: 0 })
    expect(await invitationsSent()).toEqual(['luis@example.com'])
    const invitations = await succeed(server, listInvitationsCall, { bearer: olga, params: { id } })
    expect(invitations.map(({ email, waits }) => [email, waits]).toSorted()).toEqual([
      ['eva@example.com', true],
      ['luis@example.com', false],
    ])
    const stored = await server.services.db.selectFrom('invitations').select('personal_message').execute()
    expect(stored).toEqual(Array(2).fill({ personal_message: 'Revisa la cláusula 4.' }))
  })

  test('the owner and a guest sign a document made from a template, and pdfsig accepts both signatures', async () => {
    const document = await uploadDocument(server, olga)
    await placeField(server, olga, document.id, {
      field_type: 'PRIMARY',
      signer_name: 'Olga',
      signer_email: 'olga@example.com',
    })
    await placeAna(document.id)
    const template = await save(document.id, [])
    expect(template.roles).toMatchObject([{ is_owner: true, name: 'Propietario' }, { is_owner: false }])
    const { document_id: id } = await use(template, { people: [{ ...luis, role: 'r2' }] })
    const [own, theirs] = await fieldsOf(id)
    expect(own).toMatchObject({ field_type: 'PRIMARY', signer_name: 'María José Núñez' })
    await send(id)
    const { access_token: guest } = await succeed(server, validateInvitationCall, {
      query: { token: await invitationToken(server, 'luis@example.com') },
    })
    const sign = (bearer: string, fieldId: number, extra: object = {}) =>
      succeed(server, digitalSignCall, {
        bearer,
        params: { fieldId },
        body: { field_id: fieldId, signature_data: drawing(), ...extra },
      })
    await sign(guest, theirs?.id ?? 0)
    const sha256 = (
      await server.services.db
        .selectFrom('revisions')
        .select('sha256')
        .where('document_id', '=', id)
        .orderBy('number', 'desc')
        .executeTakeFirstOrThrow()
    ).sha256
    await sign(olga, own?.id ?? 0, stated({ sha256 }))
    if (hasTool('pdfsig'))
      expect(
        pdfsigPeople(await downloadBytes(server, olga, id)).filter(({ valid }) => valid).length,
      ).toBeGreaterThanOrEqual(2)
  })
})

describe('form fields of a template', () => {
  const rules = {
    Domicilio: { kind: 'text', max_length: 60, multiline: false },
    Moneda: { kind: 'choice', options: ['Colones', 'Dólares'] },
  } as const satisfies Record<string, CreateFormField['rule']>

  const startForm = async () => {
    const document = await uploadDocument(server, olga)
    const [ana, beto] = [await placeAna(document.id), await placeBeto(document.id)]
    const add = (field: typeof ana, label: keyof typeof rules, y_relative: number) => {
      const body = { ...newFormField(field, { label, y_relative, rule: rules[label] }), client_id: label }
      return succeed(server, createFormFieldCall, { bearer: olga, body })
    }
    await add(ana, 'Domicilio', 0.1)
    await add(beto, 'Moneda', 0.2)
    return { document, template: await save(document.id) }
  }
  const formOf = (id: number) =>
    succeed(server, listFormFieldsCall, { bearer: olga, query: { user_file_id: String(id) } })
  const values = { Domicilio: 'San José, 佐藤 100 m', Moneda: 'Dólares' } as const

  test('draft, template list, template and document keep each form field with its signature field', async () => {
    const { document, template } = await startForm()
    expect((await draftOf(document.id)).roles).toMatchObject([{ form_fields: 1 }, { form_fields: 1 }])
    expect(template).toMatchObject({
      form_field_count: 2,
      form_fields: [
        { signature: 0, label: 'Domicilio', rule: rules.Domicilio },
        { signature: 1, label: 'Moneda', rule: rules.Moneda },
      ],
    })
    expect((await succeed(server, listTemplatesCall, { bearer: olga })).templates).toMatchObject([
      { form_field_count: 2 },
    ])
    const { document_id } = await use(template)
    const fields = await fieldsOf(document_id)
    expect(fields.map(({ has_form }) => has_form)).toEqual([true, true])
    const form = await formOf(document_id)
    expect(form.map(({ label, signature_field_id }) => [label, signature_field_id])).toEqual([
      ['Domicilio', fields[0]?.id],
      ['Moneda', fields[1]?.id],
    ])
    expect((await save(document_id)).form_fields).toEqual(template.form_fields)
  })

  testWith(
    ['pdfsig', 'pdftotext'],
    'both signers fill in their form fields and sign a document made from the template',
    async () => {
      const { template } = await startForm()
      const { document_id } = await use(template)
      await send(document_id)
      const form = await formOf(document_id)
      for (const { email } of [luis, eva]) {
        const token = await invitationToken(server, email)
        const opened = await succeed(server, validateInvitationCall, { query: { token } })
        const own = form.filter(({ signature_field_id }) => signature_field_id === opened.signature_field.id)
        expect(own).toHaveLength(1)
        const form_values = own.map(({ id, label }) => ({
          form_field_id: id,
          value: values[label as keyof typeof values],
        }))
        await succeed(server, digitalSignCall, {
          bearer: opened.access_token,
          params: { fieldId: opened.signature_field.id },
          body: { field_id: opened.signature_field.id, signature_data: drawing(), form_values },
        })
      }
      const signed = await downloadBytes(server, olga, document_id)
      expect(pdfsigPeople(signed).map(({ valid }) => valid)).toEqual([true, true])
      const shown = runOn(signed, 'pdftotext', ['-layout', '-l', '1'], ['-']).output
      for (const text of Object.values(values)) expect(shown).toContain(text)
    },
  )
})
