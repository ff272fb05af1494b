import { FILES_PAGE_SIZE, type UserFile } from 'shared/contract'
import { isFiltered, type ListQuery, mayHold } from './document-filters.ts'
import { sayAdded, sayChanges, sayFound } from './say-files.ts'

/** At most one request is pending. */
export type FilesRequest = { readonly id: number; readonly query: ListQuery } & (
  | { readonly kind: 'first' }
  | { readonly kind: 'more'; readonly cursor: string }
  /** Reloads `count` visible documents. */
  | { readonly kind: 'refresh'; readonly count: number }
)

/** Documents stay visible during a refresh. */
export type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'ready'
      /** The query that they answer. */
      readonly query: ListQuery
      readonly documents: readonly UserFile[]
      /** Cursor of the next page; null at the end. */
      readonly next: string | null
      /** The part that the last request failed to load. */
      readonly trouble: 'none' | 'more' | 'refresh'
    }

export type Ready = Extract<Shown, { kind: 'ready' }>

export interface FilesState {
  /** Undefined before the list is first shown. */
  readonly query: ListQuery | undefined
  readonly shown: Shown
  /** State of the other list (all, or signed only). */
  readonly aside: Ready | undefined
  readonly request: FilesRequest | undefined
  /** To send after the pending request. */
  readonly wanted: { readonly refresh: boolean; readonly more: boolean }
  /** Unconfirmed deletions: hidden, restored on refusal. */
  readonly deleting: ReadonlySet<number>
  /** Confirmed deletions; late responses must not restore them. */
  readonly deleted: ReadonlySet<number>
  /** Files that were loaded individually. */
  readonly known: ReadonlyMap<number, UserFile>
  /** Screen reader announcement of the last change. */
  readonly said: string
  readonly lastRequest: number
}

export type FilesEvent =
  | { readonly kind: 'queried'; readonly query: ListQuery }
  | { readonly kind: 'more wanted' }
  | { readonly kind: 'refresh wanted' }
  | {
      readonly kind: 'answered'
      readonly id: number
      readonly documents: readonly UserFile[]
      readonly next: string | null
    }
  | { readonly kind: 'refused'; readonly id: number }
  /** One updated document. */
  | { readonly kind: 'told'; readonly file: UserFile }
  /** Stored by this page or elsewhere. */
  | { readonly kind: 'created' }
  | { readonly kind: 'deletion sent'; readonly id: number }
  | { readonly kind: 'deletion refused'; readonly id: number }
  | { readonly kind: 'deleted'; readonly id: number }

const nothingWanted = { refresh: false, more: false }

export const initialFiles: FilesState = {
  query: undefined,
  shown: { kind: 'loading' },
  aside: undefined,
  request: undefined,
  wanted: nothingWanted,
  deleting: new Set(),
  deleted: new Set(),
  known: new Map(),
  said: '',
  lastRequest: 0,
}

const sameQuery = (a: ListQuery | undefined, b: ListQuery): boolean =>
  a !== undefined && a.search === b.search && a.status === b.status && a.sort === b.sort && a.signed === b.signed

const withIds = (set: ReadonlySet<number>, id: number): ReadonlySet<number> => new Set([...set, id])
const withoutId = (set: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  new Set([...set].filter((member) => member !== id))
const wantRefresh = (state: FilesState): FilesState => ({ ...state, wanted: { ...state.wanted, refresh: true } })

const without = (shown: Ready, gone: ReadonlySet<number>): Ready => ({
  ...shown,
  documents: shown.documents.filter(({ id }) => !gone.has(id)),
})

/** Keeps the old results while loading. */
const ask = (state: FilesState, query: ListQuery): FilesState => {
  if (sameQuery(state.query, query)) return state
  if (state.query !== undefined && state.query.signed !== query.signed) return turnTo(state, query)
  const id = state.lastRequest + 1
  return {
    ...state,
    query,
    shown: state.shown.kind === 'ready' ? state.shown : { kind: 'loading' },
    request: { id, query, kind: 'first' },
    wanted: nothingWanted,
    lastRequest: id,
  }
}

/** Restores the other list if its query is unchanged. */
const turnTo = (state: FilesState, query: ListQuery): FilesState => {
  const { aside, shown, deleted } = state
  return wantRefresh({
    ...state,
    query,
    shown: aside && sameQuery(aside.query, query) ? without(aside, deleted) : { kind: 'loading' },
    aside: shown.kind === 'ready' ? shown : undefined,
    request: undefined,
    wanted: nothingWanted,
  })
}

/** Includes the page that a new document may start. */
const refreshCount = (loaded: number, next: string | null): number =>
  next === null ? FILES_PAGE_SIZE * (Math.floor(loaded / FILES_PAGE_SIZE) + 1) : Math.max(loaded, FILES_PAGE_SIZE)

const sendWanted = (state: FilesState): FilesState => {
  const { query, shown, wanted, request } = state
  if (query === undefined || request !== undefined || !(wanted.refresh || wanted.more)) return state
  const id = state.lastRequest + 1
  const base = { ...state, lastRequest: id }
  if (shown.kind !== 'ready') return { ...base, request: { id, query, kind: 'first' }, wanted: nothingWanted }
  const { documents, next } = shown
  if (wanted.refresh) {
    const count = refreshCount(documents.length, next)
    return { ...base, request: { id, query, kind: 'refresh', count }, wanted: { ...wanted, refresh: false } }
  }
  if (next === null) return { ...state, wanted: nothingWanted }
  return {
    ...base,
    shown: { ...shown, trouble: shown.trouble === 'more' ? 'none' : shown.trouble },
    request: { id, query, kind: 'more', cursor: next },
    wanted: nothingWanted,
  }
}

type Answer = Extract<FilesEvent, { kind: 'answered' }>

/** Unchanged files keep their identity, so cards do not re-render. */
const keepSame = (before: readonly UserFile[], after: readonly UserFile[]): readonly UserFile[] => {
  const old = new Map(before.map((file) => [file.id, file]))
  return after.map((file) => {
    const same = old.get(file.id)
    return same && JSON.stringify(same) === JSON.stringify(file) ? same : file
  })
}

const take = (state: FilesState, { id, documents: answered, next }: Answer): FilesState => {
  const { request, shown } = state
  // A response to an outdated query.
  if (request?.id !== id) return state
  const before = shown.kind === 'ready' ? shown.documents : []
  const received = keepSame(
    before,
    answered.filter((file) => !state.deleted.has(file.id)),
  )
  const base = { ...state, request: undefined }
  if (request.kind !== 'more') {
    const said =
      request.kind === 'first'
        ? sayFound(received.length, next !== null, request.query)
        : sayChanges(before, received) || state.said
    return { ...base, shown: { kind: 'ready', query: request.query, documents: received, next, trouble: 'none' }, said }
  }
  const there = new Set(before.map((file) => file.id))
  const added = received.filter((file) => !there.has(file.id))
  const documents = [...before, ...added]
  const trouble = shown.kind === 'ready' ? shown.trouble : 'none'
  return {
    ...base,
    shown: { kind: 'ready', query: request.query, documents, next, trouble },
    said: sayAdded(added.length, documents.length),
  }
}

const refuse = (state: FilesState, id: number): FilesState => {
  const { request, shown } = state
  if (request?.id !== id) return state
  const base = { ...state, request: undefined }
  if (request.kind === 'first' || shown.kind !== 'ready') return { ...base, shown: { kind: 'failed' } }
  return { ...base, shown: { ...shown, trouble: request.kind } }
}

const tell = (state: FilesState, file: UserFile): FilesState => {
  const { query, shown, request } = state
  if (state.deleted.has(file.id)) return state
  const known = new Map(state.known).set(file.id, file)
  const before = shown.kind === 'ready' ? shown.documents : []
  const shownBefore = before.some(({ id }) => id === file.id)
  const documents = before.map((old) => (old.id === file.id ? file : old))
  const next: FilesState = {
    ...state,
    known,
    shown: shown.kind === 'ready' && shownBefore ? { ...shown, documents } : shown,
    said: sayChanges(before, documents) || state.said,
  }
  // The file may now match, or the pending response may be older.
  const mayJoin = query !== undefined && (isFiltered(query) || query.signed) && mayHold(query, file)
  return request !== undefined || (!shownBefore && mayJoin) ? wantRefresh(next) : next
}

/** A new document is first, unless a filter hides it. */
const create = (state: FilesState): FilesState =>
  state.query && mayHold(state.query, { status: 'UPLOADED', is_signed: false }) ? wantRefresh(state) : state

const forget = (state: FilesState, id: number): FilesState => ({
  ...state,
  shown: state.shown.kind === 'ready' ? without(state.shown, new Set([id])) : state.shown,
  deleting: withoutId(state.deleting, id),
  deleted: withIds(state.deleted, id),
})

const apply = (state: FilesState, event: FilesEvent): FilesState => {
  switch (event.kind) {
    case 'queried':
      return ask(state, event.query)
    case 'more wanted':
      return state.request?.kind === 'more' ? state : { ...state, wanted: { ...state.wanted, more: true } }
    case 'refresh wanted':
      return wantRefresh(state)
    case 'answered':
      return take(state, event)
    case 'refused':
      return refuse(state, event.id)
    case 'told':
      return tell(state, event.file)
    case 'created':
      return create(state)
    case 'deletion sent':
      return { ...state, deleting: withIds(state.deleting, event.id) }
    case 'deletion refused':
      // The list may be outdated.
      return wantRefresh({ ...state, deleting: withoutId(state.deleting, event.id) })
    case 'deleted':
      return forget(state, event.id)
  }
}

export const filesReducer = (state: FilesState, event: FilesEvent): FilesState => sendWanted(apply(state, event))

/** Keeps only files whose `is_signed` is true. */
export const signedOnly = (files: readonly UserFile[]): readonly UserFile[] => files.filter((file) => file.is_signed)

/**
 * Excludes pending deletions; in the
 * signed list also unsigned documents.
 */
export const documentsOnShow = ({ shown, deleting }: FilesState, signed: boolean): readonly UserFile[] => {
  if (shown.kind !== 'ready') return []
  const there = deleting.size === 0 ? shown.documents : shown.documents.filter(({ id }) => !deleting.has(id))
  return signed ? signedOnly(there) : there
}

export const knownDocument = ({ shown, known, deleted }: FilesState, id: number): UserFile | undefined => {
  if (deleted.has(id)) return undefined
  const listed = shown.kind === 'ready' ? shown.documents.find((file) => file.id === id) : undefined
  return listed ?? known.get(id)
}
