import {
  type DatedAction,
  dateLastChange,
  type FieldHistory,
  recordChange,
  redoChange,
  undoChange,
} from '../../fields/history.ts'
import { type FractionRect, isSameRect } from '../../geometry/geometry.ts'
import type { FormFieldSettings, PlacedFormField } from './form-field.ts'

type FormChange = 'added' | 'taken' | 'repeated' | 'moved' | 'resized' | 'changed' | 'removed'
export type PlacedFormFields = FieldHistory<PlacedFormField, FormChange>

export const noFormFields: PlacedFormFields = { items: [], past: [], future: [] }

export type FormFieldsAction =
  | { readonly type: 'loaded'; readonly fields: readonly PlacedFormField[] }
  | { readonly type: 'added'; readonly field: PlacedFormField }
  | { readonly type: 'taken' | 'repeated'; readonly fields: readonly PlacedFormField[] }
  | {
      readonly type: 'placed'
      readonly id: string
      readonly rect: FractionRect
      readonly kind: 'moved' | 'resized'
      readonly keyAt?: number
    }
  | { readonly type: 'dropped'; readonly id: string; readonly rect: FractionRect; readonly page: number }
  | { readonly type: 'changed'; readonly id: string; readonly settings: FormFieldSettings }
  | { readonly type: 'removed'; readonly ids: readonly string[] }
  | { readonly type: 'undone' }
  | { readonly type: 'redone' }

const withField = (
  state: PlacedFormFields,
  id: string,
  edit: Partial<PlacedFormField>,
): readonly PlacedFormField[] | undefined =>
  state.items.some((field) => field.id === id)
    ? state.items.map((field) => (field.id === id ? { ...field, ...edit } : field))
    : undefined

const placed = (
  state: PlacedFormFields,
  { id, rect, kind, keyAt }: Extract<FormFieldsAction, { type: 'placed' }>,
): PlacedFormFields => {
  const known = state.items.find((field) => field.id === id)
  const after = withField(state, id, { rect })
  if (!known || !after || isSameRect(known.rect, rect)) return state
  return recordChange(state, { kind, after, ...(keyAt === undefined ? {} : { keyboard: { id, at: keyAt } }) })
}

const dropped = (
  state: PlacedFormFields,
  { id, rect, page }: Extract<FormFieldsAction, { type: 'dropped' }>,
): PlacedFormFields => {
  const after = withField(state, id, { rect, page })
  if (!after) return state
  const last = state.past.at(-1)
  const isNew = last?.kind === 'added' && last.after === state.items && last.before.every((one) => one.id !== id)
  if (!isNew) return recordChange(state, { kind: 'moved', after })
  return { items: after, past: [...state.past.slice(0, -1), { ...last, after }], future: [] }
}

const reduced = (state: PlacedFormFields, action: FormFieldsAction): PlacedFormFields => {
  switch (action.type) {
    case 'loaded':
      return { ...noFormFields, items: action.fields }
    case 'added':
      return recordChange(state, { kind: 'added', after: [...state.items, action.field] })
    case 'taken':
    case 'repeated':
      return recordChange(state, { kind: action.type, after: [...state.items, ...action.fields] })
    case 'placed':
      return placed(state, action)
    case 'dropped':
      return dropped(state, action)
    case 'changed': {
      const after = withField(state, action.id, action.settings)
      return after ? recordChange(state, { kind: 'changed', after }) : state
    }
    case 'removed':
      return recordChange(state, { kind: 'removed', after: state.items.filter(({ id }) => !action.ids.includes(id)) })
    case 'undone':
      return undoChange(state)
    case 'redone':
      return redoChange(state)
  }
}

export const formFieldsReducer = (state: PlacedFormFields, action: DatedAction<FormFieldsAction>): PlacedFormFields =>
  dateLastChange(reduced(state, action), action.at)
