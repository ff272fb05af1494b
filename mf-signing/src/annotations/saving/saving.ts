export type AnnotationSavingState =
  | { readonly kind: 'idle' }
  /** `sent`: from 0 to 1; undefined while serializing. */
  | { readonly kind: 'saving'; readonly sent: number | undefined }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'outdated' }

export type SavingEvent =
  | { readonly type: 'started' }
  | { readonly type: 'sent'; readonly sent: number; readonly total: number }
  | { readonly type: 'saved' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'outdated' }
  | { readonly type: 'dismissed' }

export const idleSaving: AnnotationSavingState = { kind: 'idle' }

export const savingReducer = (saving: AnnotationSavingState, event: SavingEvent): AnnotationSavingState => {
  switch (event.type) {
    case 'started':
      return { kind: 'saving', sent: undefined }
    case 'sent':
      // Progress events may follow the response.
      return saving.kind === 'saving'
        ? { kind: 'saving', sent: event.total > 0 ? event.sent / event.total : 0 }
        : saving
    case 'saved':
      return idleSaving
    case 'failed':
      return { kind: 'failed', message: event.message }
    case 'outdated':
      return { kind: 'outdated' }
    case 'dismissed':
      return saving.kind === 'saving' ? saving : idleSaving
  }
}
