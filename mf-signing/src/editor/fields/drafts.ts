import type { SignatureField } from 'shared/contract'
import { fieldFromServer, isTemporary, type PlacedField, type TemporaryField } from '../../fields/field-lifecycle.ts'
import { isSameRect } from '../../geometry/geometry.ts'

export interface FieldDraft {
  readonly sent: TemporaryField
  /** Undefined if the server's answer was lost. */
  readonly stored: SignatureField | undefined
}
/** By the id of the temporary field. */
export type FieldDrafts = ReadonlyMap<string, FieldDraft>

export interface DraftStore {
  readonly get: () => FieldDrafts
  readonly set: (drafts: FieldDrafts) => void
}

export const noDrafts: FieldDrafts = new Map()

/** As the server has it at this place. The rest of a temporary field never changes. */
export const storedFieldOf = (field: TemporaryField, drafts: FieldDrafts): SignatureField | undefined => {
  const draft = drafts.get(field.id)
  return draft !== undefined && isSameRect(draft.sent.rect, field.rect) ? draft.stored : undefined
}

const isStored = (field: TemporaryField, drafts: FieldDrafts): boolean => storedFieldOf(field, drafts) !== undefined

/** What people see: a field that the server has is saved, though it can be moved. */
export const asStored = (field: PlacedField, drafts: FieldDrafts): PlacedField => {
  const stored = isTemporary(field) ? storedFieldOf(field, drafts) : undefined
  return stored ? fieldFromServer(stored) : field
}

export const unstored = (fields: readonly TemporaryField[], drafts: FieldDrafts): readonly TemporaryField[] =>
  fields.filter((field) => !isStored(field, drafts))

/** Drafts without an answer, or that were moved, resized or removed here. */
export const staleDrafts = (fields: readonly TemporaryField[], drafts: FieldDrafts): readonly FieldDraft[] => {
  const known = new Map(fields.map((field) => [field.id, field]))
  return [...drafts.values()].filter(({ sent }) => {
    const field = known.get(sent.id)
    return field === undefined || !isStored(field, drafts)
  })
}

export const isSynced = (fields: readonly TemporaryField[], drafts: FieldDrafts): boolean =>
  unstored(fields, drafts).length === 0 && staleDrafts(fields, drafts).length === 0

export const isUnsure = ({ stored }: FieldDraft): boolean => stored === undefined

export const withDraft = (drafts: FieldDrafts, draft: FieldDraft): FieldDrafts =>
  new Map(drafts).set(draft.sent.id, draft)

export const withoutDraft = (drafts: FieldDrafts, id: string): FieldDrafts =>
  new Map([...drafts].filter(([other]) => other !== id))

export type SavingState = 'empty' | 'waiting' | 'saving' | 'saved' | 'failed'

export interface SavingFacts {
  readonly temporaries: readonly TemporaryField[]
  readonly drafts: FieldDrafts
  readonly busy: boolean
  readonly failedFor: readonly TemporaryField[] | undefined
  /** Something was saved since the editor opened. */
  readonly hasSaved: boolean
}

/** `empty`: nothing was changed, so there is nothing to say. */
export const savingState = ({ temporaries, drafts, busy, failedFor, hasSaved }: SavingFacts): SavingState => {
  if (isSynced(temporaries, drafts)) return hasSaved && temporaries.length > 0 ? 'saved' : 'empty'
  if (busy) return 'saving'
  return failedFor === temporaries ? 'failed' : 'waiting'
}

export const isUnsaved = (state: SavingState): boolean => state !== 'empty' && state !== 'saved'
