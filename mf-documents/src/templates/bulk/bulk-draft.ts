import type { BulkMapping, BulkPreview } from 'shared/http/deferred'

interface Read {
  /** Base64. */
  readonly file: string
  readonly preview: BulkPreview
}

export type BulkDraft =
  | { readonly step: 'file' }
  | ({ readonly step: 'columns' } & Read)
  | ({ readonly step: 'rows'; readonly leaveOut: boolean } & Read)
  | ({ readonly step: 'confirm'; readonly leaveOut: boolean } & Read)

export type BulkDraftAction =
  | ({ readonly kind: 'read' } & Read)
  | ({ readonly kind: 'mapped' } & Read)
  | { readonly kind: 'leave-out'; readonly leaveOut: boolean }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'back' }

const goBack = (draft: BulkDraft): BulkDraft => {
  if (draft.step === 'confirm') return { ...draft, step: 'rows' }
  if (draft.step === 'rows') return { step: 'columns', file: draft.file, preview: draft.preview }
  return { step: 'file' }
}

export const canConfirm = (draft: BulkDraft): boolean =>
  draft.step === 'rows' && draft.preview.ready > 0 && (draft.preview.problem_rows === 0 || draft.leaveOut)

export const moveDraft = (draft: BulkDraft, move: BulkDraftAction): BulkDraft => {
  switch (move.kind) {
    case 'read':
      return { step: 'columns', file: move.file, preview: move.preview }
    case 'mapped':
      return move.preview.missing.length > 0
        ? { step: 'columns', file: move.file, preview: move.preview }
        : { step: 'rows', leaveOut: false, file: move.file, preview: move.preview }
    case 'leave-out':
      return draft.step === 'rows' ? { ...draft, leaveOut: move.leaveOut } : draft
    case 'confirm':
      return draft.step === 'rows' && canConfirm(draft) ? { ...draft, step: 'confirm' } : draft
    case 'back':
      return goBack(draft)
  }
}

type Datum = 'name' | 'email' | 'certificate_identification'

export const withColumn = (mapping: BulkMapping, role: string, datum: Datum, column: number | null): BulkMapping => ({
  ...mapping,
  people: mapping.people.map((person) => (person.role === role ? { ...person, [datum]: column } : person)),
})

export const withFormColumn = (mapping: BulkMapping, field: number, column: number | null): BulkMapping => ({
  ...mapping,
  form_fields: [...mapping.form_fields.filter((one) => one.field !== field), { field, column }],
})

export const encodeFile = (bytes: Uint8Array): string => {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}
