import type { GroupCounts, UserFile } from 'shared/contract'
import type { ListQuery } from './document-filters.ts'

/** At most one request is pending. */
export type DocumentsRequest = { readonly id: number; readonly query: ListQuery } & (
  | { readonly kind: 'first' }
  | { readonly kind: 'more'; readonly cursor: string }
  | { readonly kind: 'refresh'; readonly count: number }
)

/** Documents stay visible during a refresh. */
type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'ready'
      readonly query: ListQuery
      readonly documents: readonly UserFile[]
      /** Null at the end. */
      readonly next: string | null
      readonly failure: 'none' | 'more' | 'refresh'
    }

export type ReadyDocuments = Extract<Shown, { kind: 'ready' }>

export interface DocumentsState {
  /** Undefined before the list is first shown. */
  readonly query: ListQuery | undefined
  readonly shown: Shown
  readonly otherList: ReadyDocuments | undefined
  readonly request: DocumentsRequest | undefined
  /** To send after the pending request. */
  readonly queued: { readonly refresh: boolean; readonly more: boolean }
  /** Unconfirmed: hidden, restored on refusal. */
  readonly deleting: ReadonlySet<number>
  /** Confirmed deletions; late responses must not restore them. */
  readonly deleted: ReadonlySet<number>
  readonly known: ReadonlyMap<number, UserFile>
  /** Of all documents; undefined until loaded. */
  readonly counts: GroupCounts | undefined
  /** Names of all tags of the account. */
  readonly tags: readonly string[]
  /** `events_at` of the shown documents. */
  readonly eventsAt: string | undefined
  /** An opened event stream, until a response shows that nothing is missed. */
  readonly opened: { readonly at: string | undefined } | undefined
  readonly announcement: string
  readonly lastRequest: number
}

export type DocumentsEvent =
  | { readonly kind: 'queried'; readonly query: ListQuery }
  | { readonly kind: 'more requested' }
  | { readonly kind: 'refresh requested' }
  | {
      readonly kind: 'loaded'
      readonly id: number
      readonly documents: readonly UserFile[]
      readonly next: string | null
      readonly counts?: GroupCounts | undefined
      readonly tags?: readonly string[] | undefined
      readonly eventsAt?: string | undefined
    }
  | { readonly kind: 'load failed'; readonly id: number }
  | { readonly kind: 'stream opened'; readonly at: string | undefined }
  /** Loaded to be opened. */
  | { readonly kind: 'found'; readonly file: UserFile }
  | { readonly kind: 'updated'; readonly file: UserFile }
  /** Stored by this page or elsewhere. */
  | { readonly kind: 'created' }
  | { readonly kind: 'deletion sent'; readonly id: number }
  | { readonly kind: 'deletion refused'; readonly id: number }
  | { readonly kind: 'deleted'; readonly id: number }

export const nothingQueued: DocumentsState['queued'] = { refresh: false, more: false }

export const initialDocuments: DocumentsState = {
  query: undefined,
  shown: { kind: 'loading' },
  otherList: undefined,
  request: undefined,
  queued: nothingQueued,
  deleting: new Set(),
  deleted: new Set(),
  known: new Map(),
  counts: undefined,
  tags: [],
  eventsAt: undefined,
  opened: undefined,
  announcement: '',
  lastRequest: 0,
}

export const signedOnly = (files: readonly UserFile[]): readonly UserFile[] => files.filter((file) => file.is_signed)

export const visibleDocuments = ({ shown, deleting }: DocumentsState, signed: boolean): readonly UserFile[] => {
  if (shown.kind !== 'ready') return []
  const kept = deleting.size === 0 ? shown.documents : shown.documents.filter(({ id }) => !deleting.has(id))
  return signed ? signedOnly(kept) : kept
}

export const findListedDocument = ({ shown, known, deleted }: DocumentsState, id: number): UserFile | undefined => {
  if (deleted.has(id)) return undefined
  const listed = shown.kind === 'ready' ? shown.documents.find((file) => file.id === id) : undefined
  return listed ?? known.get(id)
}
