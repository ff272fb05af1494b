import type { ReplyOf } from 'shared/contract'
import type { FormField, FormValue, readFormCall } from 'shared/contract/form-fields'
import { formValueProblem, isEmptyValue } from 'shared/http/form-fields'
import { type InitialsPlan, initialsIn, withInitials } from './initials/initials.ts'

export type SignerFormData = ReplyOf<typeof readFormCall>
export type FieldValue = FormValue['value']

export interface FormState {
  readonly fields: readonly FormField[]
  readonly values: ReadonlyMap<number, FieldValue>
  /** The sender's proposals, also those that the signer changed. */
  readonly prefilled: ReadonlyMap<number, FieldValue>
  readonly touched: ReadonlySet<number>
  readonly saving: 'saved' | 'waiting' | 'saving' | 'failed' | 'kept'
  /** False while the server lacks a value that the page filled in itself. */
  readonly isStored: boolean
  readonly led: { readonly id: number; readonly times: number } | undefined
  readonly initials: InitialsPlan
  readonly drawing: FormField | undefined
}

const entryOf = ({ form_field_id, value }: FormValue): [number, FieldValue] => [form_field_id, value]

export const formOf = (
  { fields, values, prefilled, today }: SignerFormData,
  kept: readonly FormValue[] = [],
): FormState => {
  const known = new Map(fields.map((field) => [field.id, field]))
  const stored = [...values, ...kept].filter(({ form_field_id: id }) => known.has(id))
  const dates = fields.filter(({ rule }) => rule.kind === 'date' && rule.default_today)
  const defaults = dates.map(({ id }): [number, FieldValue] => [id, today])
  const filled = new Map([...defaults, ...stored.map(entryOf)])
  return {
    fields,
    values: filled,
    prefilled: new Map(prefilled.map(entryOf)),
    touched: new Set(),
    saving: kept.length > 0 ? 'waiting' : 'saved',
    isStored: dates.every(({ id }) => stored.some(({ form_field_id }) => form_field_id === id)),
    led: undefined,
    initials: initialsIn(fields, filled),
    drawing: undefined,
  }
}

export const withValue = (state: FormState, id: number, value: FieldValue): FormState => ({
  ...state,
  ...withInitials(state, id, value),
  saving: 'waiting',
})

export const withTouched = (state: FormState, ids: readonly number[]): FormState => ({
  ...state,
  touched: new Set([...state.touched, ...ids]),
})

/** The field still has what the sender proposes. */
export const isPrefilled = ({ prefilled, values }: FormState, id: number): boolean =>
  prefilled.has(id) && prefilled.get(id) === values.get(id)

const valueProblem = ({ values }: FormState, field: FormField): string | undefined =>
  formValueProblem(field, values.get(field.id))

export const shownProblem = (state: FormState, field: FormField): string | undefined =>
  state.touched.has(field.id) ? valueProblem(state, field) : undefined

export const missingOf = (state: FormState): readonly FormField[] =>
  state.fields.filter((field) => valueProblem(state, field) !== undefined)

export const nextOf = (state: FormState): FormField | undefined => {
  const missing = missingOf(state)
  const open = missing.length > 0 ? missing : state.fields.filter(({ id }) => isEmptyValue(state.values.get(id)))
  const at = state.fields.findIndex(({ id }) => id === state.led?.id)
  return open.find((field) => state.fields.indexOf(field) > at) ?? open[0]
}

export const ledTo = (state: FormState, { id }: Pick<FormField, 'id'>): FormState => ({
  ...state,
  led: { id, times: (state.led?.times ?? 0) + 1 },
})

/** @param fieldId of one signature field alone */
export const formValuesOf = ({ fields, values }: FormState, fieldId?: number): FormValue[] =>
  fields.flatMap(({ id, signature_field_id }) => {
    const value = values.get(id)
    const isWanted = fieldId === undefined || signature_field_id === fieldId
    return value === undefined || !isWanted ? [] : [{ form_field_id: id, value }]
  })

/** One form of the forms of a person's signature fields. */
export const joinForms = (forms: readonly SignerFormData[]): SignerFormData => ({
  fields: forms.flatMap(({ fields }) => fields),
  values: forms.flatMap(({ values }) => values),
  prefilled: forms.flatMap(({ prefilled }) => prefilled),
  draft_saved_at: forms.find(({ draft_saved_at }) => draft_saved_at !== null)?.draft_saved_at ?? null,
  today: forms[0]?.today ?? '',
})
