import type { UserFile } from 'shared/contract'

interface Known {
  /** Updates that override the answer of a pending request. */
  readonly known: ReadonlyMap<number, UserFile>
}

export type DocumentPreview = Known &
  (
    | { readonly kind: 'loading' }
    | { readonly kind: 'failed' }
    | {
        readonly kind: 'ready'
        readonly documents: readonly UserFile[]
        readonly next: string | null
        readonly more: 'waiting' | 'loading' | 'failed'
        readonly added: readonly UserFile[]
      }
  )

export type PreviewEvent =
  | { readonly kind: 'answered'; readonly documents: readonly UserFile[]; readonly next: string | null }
  | { readonly kind: 'refused' }
  | { readonly kind: 'retried' }
  | { readonly kind: 'more wanted' }
  | { readonly kind: 'updated'; readonly file: UserFile }
  | { readonly kind: 'gone'; readonly id: number }

const nothingKnown: Known = { known: new Map() }
export const initialPreview: DocumentPreview = { kind: 'loading', ...nothingKnown }

export const wantedPage = (state: DocumentPreview): { readonly cursor: string | undefined } | undefined => {
  if (state.kind === 'loading') return { cursor: undefined }
  return state.kind === 'ready' && state.more === 'loading' && state.next !== null ? { cursor: state.next } : undefined
}

type Answer = Extract<PreviewEvent, { kind: 'answered' }>

const take = (state: DocumentPreview, { documents, next }: Answer): DocumentPreview => {
  if (wantedPage(state) === undefined) return state
  const before = state.kind === 'ready' ? state.documents : []
  const there = new Set(before.map(({ id }) => id))
  const added = documents.filter(({ id }) => !there.has(id)).map((file) => state.known.get(file.id) ?? file)
  return {
    kind: 'ready',
    documents: [...before, ...added],
    next,
    more: 'waiting',
    added: state.kind === 'ready' ? added : [],
    ...nothingKnown,
  }
}

const withRefusal = (state: DocumentPreview): DocumentPreview => {
  if (wantedPage(state) === undefined) return state
  return state.kind === 'ready' ? { ...state, more: 'failed' } : { kind: 'failed', known: state.known }
}

const update = (state: DocumentPreview, file: UserFile): DocumentPreview => {
  const known = new Map(state.known).set(file.id, file)
  if (state.kind !== 'ready') return { ...state, known }
  return { ...state, known, documents: state.documents.map((other) => (other.id === file.id ? file : other)) }
}

export const previewReducer = (state: DocumentPreview, event: PreviewEvent): DocumentPreview => {
  switch (event.kind) {
    case 'answered':
      return take(state, event)
    case 'refused':
      return withRefusal(state)
    case 'retried':
      return state.kind === 'failed' ? initialPreview : state
    case 'more wanted':
      return state.kind === 'ready' && state.next !== null && state.more !== 'loading'
        ? { ...state, more: 'loading', ...nothingKnown }
        : state
    case 'updated':
      return update(state, event.file)
    case 'gone':
      return state.kind === 'ready'
        ? { ...state, documents: state.documents.filter(({ id }) => id !== event.id) }
        : state
  }
}
