import { validateInvitationCall } from 'shared/contract'
import { type CreateFormField, createFormFieldCall, type FormField, readFormCall } from 'shared/contract/form-fields'
import { createTemplateCall, type Template, templateDraftCall } from 'shared/contract/templates'
import { base64 } from './bulk.ts'
import { newFormField } from './form-fields.ts'
import { invitationToken, placeField, registerPerson, uploadDocument } from './people.ts'
import { openTestServer, succeed, type TestServer } from './test-server.ts'

/** A contract with a form for two guests and its owner, saved as a template. */
export interface PrefilledScene {
  readonly server: TestServer
  readonly olga: string
  readonly template: Template
  /** Index in the template's form fields. */
  readonly indexOf: (title: string) => number
}

const rules = {
  Monto: { kind: 'number', min: 1, max: 1_000_000, decimals: 2 },
  Plan: { kind: 'choice', options: ['Mensual', 'Anual'] },
  Inicio: { kind: 'date', default_today: true },
  Factura: { kind: 'checkbox' },
  Iniciales: { kind: 'initials' },
  Acepto: { kind: 'checkbox' },
  Domicilio: { kind: 'text', max_length: 40, multiline: false },
  Sede: { kind: 'text', max_length: 40, multiline: false },
} as const satisfies Record<string, CreateFormField['rule']>

type Label = keyof typeof rules

export const openPrefilled = async (): Promise<PrefilledScene> => {
  const server = await openTestServer()
  const olga = (await registerPerson(server, 'olga')).access_token
  const { id } = await uploadDocument(server, olga)
  const tenant = await placeField(server, olga, id)
  const guarantor = await placeField(server, olga, id, { signer_name: 'Luis Mata', signer_email: 'luis@example.com' })
  const own = await placeField(server, olga, id, { field_type: 'PRIMARY', signer_name: 'Olga', signer_email: '' })
  const add = async (field: typeof tenant, label: Label, over: Partial<CreateFormField> = {}) => {
    const y_relative = 0.05 + Object.keys(rules).indexOf(label) * 0.06
    const settings = { label, y_relative, rule: rules[label], ...over }
    const body = { ...newFormField(field, settings), client_id: `campo_${label}` }
    await succeed(server, createFormFieldCall, { bearer: olga, body })
  }
  await add(tenant, 'Monto', { required: true })
  for (const label of ['Plan', 'Inicio', 'Factura', 'Iniciales'] as const) await add(tenant, label)
  await add(tenant, 'Acepto', { required: true })
  await add(guarantor, 'Domicilio')
  await add(own, 'Sede')
  const { roles } = await succeed(server, templateDraftCall, { bearer: olga, params: { id } })
  const names = ['Inquilina', 'Fiador', 'Dueña']
  const named = roles.map(({ key }, index) => ({ key, name: names[index] ?? '' }))
  const body = { document_id: id, name: 'Alquiler', roles: named, message: '' }
  const template = await succeed(server, createTemplateCall, { bearer: olga, body })
  const indexOf = (title: string) => {
    const column = template.form_columns.find((one) => one.title === title)
    if (column === undefined) throw new Error(`no column ${title}`)
    return column.field
  }
  return { server, olga, template, indexOf }
}

const PEOPLE = ['Nombre de Inquilina', 'Email de Inquilina', 'Nombre de Fiador', 'Email de Fiador']

/** Guests of the first row: `inquilina0@example.com` and `fiador0@example.com`. Other rows have others. */
export const prefilledCsv = (titles: readonly string[], ...rows: readonly (readonly string[])[]): string => {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = rows.map((cells, at) => [
    ...[`Inquilina ${at}a`, `inquilina${at}@example.com`, `Fiador ${at}b`, `fiador${at}@example.com`],
    ...cells,
  ])
  return base64([[...PEOPLE, ...titles], ...lines].map((cells) => cells.map(cell).join(';')).join('\r\n'))
}

export interface PrefilledGuest {
  readonly bearer: string
  readonly documentId: number
  readonly fieldId: number
}

export const openPrefilledGuest = async (server: TestServer, address: string): Promise<PrefilledGuest> => {
  const query = { token: await invitationToken(server, address) }
  const { access_token: bearer } = await succeed(server, validateInvitationCall, { query })
  const invitation = await server.services.db
    .selectFrom('invitations')
    .select(['document_id', 'field_id'])
    .where('email', '=', address)
    .where('revoked_at', 'is', null)
    .where('field_id', 'is not', null)
    .$narrowType<{ field_id: number }>()
    .executeTakeFirstOrThrow()
  return { bearer, documentId: invitation.document_id, fieldId: invitation.field_id }
}

/** By label, as the signer's page shows them. */
export const shownForm = async (server: TestServer, { bearer, fieldId }: Omit<PrefilledGuest, 'documentId'>) => {
  const { fields, values, prefilled } = await succeed(server, readFormCall, { bearer, params: { fieldId } })
  const named = (given: typeof values) =>
    Object.fromEntries(given.map(({ form_field_id, value }) => [labelOf(fields, form_field_id), value]))
  return { fields, values: named(values), prefilled: named(prefilled) }
}

const labelOf = (fields: readonly FormField[], id: number): string => fields.find((one) => one.id === id)?.label ?? '?'
