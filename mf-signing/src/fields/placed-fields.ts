import type { SignatureField } from 'shared/contract'
import { type FractionRect, isSameRect } from '../geometry/geometry.ts'
import type { FieldId, PlacedField, SavedField, SignedPlacedField, TemporaryField } from './field-lifecycle.ts'
import { fieldFromServer } from './field-lifecycle.ts'
import {
  recordChange as changedHistory,
  type DatedAction,
  dateLastChange,
  type FieldChange,
  type FieldHistory,
  forgetItems,
  redoChange,
  undoChange,
  withItem,
} from './history.ts'

export type FieldChangeKind = 'added' | 'repeated' | 'moved' | 'resized' | 'removed' | 'discarded'

/** The history covers the fields that can be moved. */
export interface PlacedFields {
  readonly stored: readonly (SavedField | SignedPlacedField)[]
  readonly temporaries: readonly TemporaryField[]
  /** What «Cancelar» goes back to: the temporary fields before this visit of the edit mode. */
  readonly start: readonly TemporaryField[]
  readonly past: readonly FieldChange<TemporaryField, FieldChangeKind>[]
  readonly future: readonly FieldChange<TemporaryField, FieldChangeKind>[]
}

export const noFields: PlacedFields = { stored: [], temporaries: [], start: [], past: [], future: [] }

export const allFields = ({ stored, temporaries }: PlacedFields): readonly PlacedField[] => [...stored, ...temporaries]

export type PlacedFieldsAction =
  /** `gone`: temporary fields that another window deleted or moved. */
  | { readonly type: 'loaded'; readonly fields: readonly SignatureField[]; readonly gone?: readonly string[] }
  | { readonly type: 'added'; readonly fields: readonly TemporaryField[]; readonly kind: 'added' | 'repeated' }
  | {
      readonly type: 'placed'
      readonly id: FieldId
      readonly rect: FractionRect
      readonly kind: 'moved' | 'resized'
      /** For keyboard steps, in milliseconds since the epoch. */
      readonly keyAt?: number
    }
  /** The end of placing: on another page, `field` is a new one. */
  | { readonly type: 'dropped'; readonly id: string; readonly field: TemporaryField }
  | { readonly type: 'reopened'; readonly id: number; readonly field: TemporaryField }
  /** Saved fields that can be moved: no one has an invitation to them. */
  | { readonly type: 'freed'; readonly fields: readonly { readonly id: number; readonly field: TemporaryField }[] }
  | { readonly type: 'saved'; readonly temporaryId: string; readonly field: SignatureField }
  | { readonly type: 'signed'; readonly id: number; readonly signedAt: string }
  | { readonly type: 'removed'; readonly ids: readonly FieldId[] }
  | { readonly type: 'visit-begun' }
  | { readonly type: 'visit-cancelled' }
  | { readonly type: 'undone' }
  | { readonly type: 'redone' }

const historyOf = ({ temporaries, past, future }: PlacedFields): FieldHistory<TemporaryField, FieldChangeKind> => ({
  items: temporaries,
  past,
  future,
})

const withHistory = (
  state: PlacedFields,
  { items, past, future }: FieldHistory<TemporaryField, FieldChangeKind>,
): PlacedFields =>
  items === state.temporaries && past === state.past ? state : { ...state, temporaries: items, past, future }

const changed = (
  state: PlacedFields,
  change: Omit<FieldChange<TemporaryField, FieldChangeKind>, 'before'>,
): PlacedFields => withHistory(state, changedHistory(historyOf(state), change))

const settled = (state: PlacedFields, ids: ReadonlySet<string>): PlacedFields =>
  withHistory({ ...state, start: state.start.filter(({ id }) => !ids.has(id)) }, forgetItems(historyOf(state), ids))

/** A field of the history that the server knows was saved: the response was lost. */
const loaded = (
  state: PlacedFields,
  { fields, gone = [] }: Extract<PlacedFieldsAction, { type: 'loaded' }>,
): PlacedFields => {
  const names = new Set(fields.map(({ field_id }) => field_id))
  const remembered = [
    state.temporaries,
    ...[...state.past, ...state.future].flatMap(({ before, after }) => [before, after]),
  ]
  const ids = remembered.flat().filter(({ fieldId }) => names.has(fieldId))
  return { ...settled(state, new Set([...ids.map(({ id }) => id), ...gone])), stored: fields.map(fieldFromServer) }
}

const saved = (state: PlacedFields, temporaryId: string, field: SignatureField): PlacedFields => {
  if (!state.temporaries.some(({ id }) => id === temporaryId)) return state
  const next = settled(state, new Set([temporaryId]))
  return { ...next, stored: [...state.stored, fieldFromServer(field)] }
}

const signed = (state: PlacedFields, signedId: number, signedAt: string): PlacedFields => ({
  ...state,
  stored: state.stored.map((field) =>
    field.id === signedId && field.status === 'saved' ? { ...field, status: 'signed', signedAt } : field,
  ),
})

const placed = (state: PlacedFields, action: Extract<PlacedFieldsAction, { type: 'placed' }>): PlacedFields => {
  const { id, rect, kind, keyAt } = action
  const known = state.temporaries.find((field) => field.id === id)
  if (!known || isSameRect(known.rect, rect)) return state
  const after = state.temporaries.map((field) => (field === known ? { ...field, rect } : field))
  return changed(state, { kind, after, ...(keyAt === undefined ? {} : { keyboard: { id: known.id, at: keyAt } }) })
}

const dropped = (
  state: PlacedFields,
  { id, field }: Extract<PlacedFieldsAction, { type: 'dropped' }>,
): PlacedFields => {
  if (!state.temporaries.some((one) => one.id === id)) return state
  const after = state.temporaries.map((one) => (one.id === id ? field : one))
  const last = state.past.at(-1)
  const isNew = last?.kind === 'added' && last.after === state.temporaries && last.before.every((one) => one.id !== id)
  if (!isNew) return changed(state, { kind: 'moved', after })
  return { ...state, temporaries: after, past: [...state.past.slice(0, -1), { ...last, after }], future: [] }
}

const freed = (state: PlacedFields, { fields }: Extract<PlacedFieldsAction, { type: 'freed' }>): PlacedFields => {
  const ids = new Set(fields.map(({ id }) => id))
  const stored = state.stored.filter(({ id }) => !ids.has(id))
  const movable = fields.map(({ field }) => field)
  return withHistory(
    { ...state, stored, start: [...state.start, ...movable] },
    movable.reduce(withItem, historyOf(state)),
  )
}

const reopened = (
  state: PlacedFields,
  { id, field }: Extract<PlacedFieldsAction, { type: 'reopened' }>,
): PlacedFields => {
  const stored = state.stored.filter((one) => one.id !== id)
  return withHistory({ ...state, stored, start: [...state.start, field] }, withItem(historyOf(state), field))
}

/** Keeps signed fields. Only temporary ones can be restored. */
const removed = (state: PlacedFields, ids: readonly FieldId[]): PlacedFields => {
  const gone = new Set(ids)
  const stored = state.stored.filter(({ id, status }) => status === 'signed' || !gone.has(id))
  const after = state.temporaries.filter(({ id }) => !gone.has(id))
  const next = stored.length === state.stored.length ? state : { ...state, stored }
  return after.length === state.temporaries.length ? next : changed(next, { kind: 'removed', after })
}

const reduced = (state: PlacedFields, action: PlacedFieldsAction): PlacedFields => {
  switch (action.type) {
    case 'loaded':
      return loaded(state, action)
    case 'added':
      return changed(state, { kind: action.kind, after: [...state.temporaries, ...action.fields] })
    case 'placed':
      return placed(state, action)
    case 'dropped':
      return dropped(state, action)
    case 'reopened':
      return reopened(state, action)
    case 'freed':
      return action.fields.length === 0 ? state : freed(state, action)
    case 'saved':
      return saved(state, action.temporaryId, action.field)
    case 'signed':
      return signed(state, action.id, action.signedAt)
    case 'removed':
      return removed(state, action.ids)
    case 'visit-begun':
      return { ...state, start: state.temporaries }
    case 'visit-cancelled':
      return changed(state, { kind: 'discarded', after: state.start })
    case 'undone':
      return withHistory(state, undoChange(historyOf(state)))
    case 'redone':
      return withHistory(state, redoChange(historyOf(state)))
  }
}

export const placedFieldsReducer = (state: PlacedFields, action: DatedAction<PlacedFieldsAction>): PlacedFields =>
  dateLastChange(reduced(state, action), action.at)
