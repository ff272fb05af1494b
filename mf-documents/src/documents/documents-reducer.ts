import type { GroupCounts, UserFile } from 'shared/contract'
import { FILES_PAGE_SIZE } from 'shared/contract'
import {
  type DocumentGroup,
  documentGroupOf,
  isArchived,
  isFiltered,
  isRightShelf,
  type ListQuery,
  mayHold,
} from './document-filters.ts'
import {
  type DocumentsEvent,
  type DocumentsState,
  findListedDocument,
  nothingQueued,
  type ReadyDocuments,
} from './documents-state.ts'
import { addedMessage, changesMessage, foundMessage } from './notification-messages.ts'

const add = (counts: GroupCounts, group: DocumentGroup | undefined, step: 1 | -1): GroupCounts =>
  group === undefined ? counts : { ...counts, [group]: (counts[group] ?? 0) + step }

const countsAfterChange = (counts: GroupCounts, before: UserFile, after: UserFile): GroupCounts =>
  add(add(counts, documentGroupOf(before), -1), documentGroupOf(after), 1)

const countsAfterDeletion = (counts: GroupCounts, file: UserFile): GroupCounts =>
  file.template_edit
    ? counts
    : add({ ...counts, all: counts.all - (isArchived(file) ? 0 : 1) }, documentGroupOf(file), -1)

const isSameQuery = (a: ListQuery | undefined, b: ListQuery): boolean =>
  a !== undefined &&
  a.search === b.search &&
  a.status === b.status &&
  a.group === b.group &&
  a.tag === b.tag &&
  a.sort === b.sort &&
  a.signed === b.signed

const withId = (set: ReadonlySet<number>, id: number): ReadonlySet<number> => new Set([...set, id])
const withoutId = (set: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  new Set([...set].filter((member) => member !== id))
const queueRefresh = (state: DocumentsState): DocumentsState => ({
  ...state,
  queued: { ...state.queued, refresh: true },
})

const withoutDocuments = (shown: ReadyDocuments, ids: ReadonlySet<number>): ReadyDocuments => ({
  ...shown,
  documents: shown.documents.filter(({ id }) => !ids.has(id)),
})

/** Keeps the old results while loading. */
const changeQuery = (state: DocumentsState, query: ListQuery): DocumentsState => {
  if (isSameQuery(state.query, query)) return state
  if (state.query !== undefined && state.query.signed !== query.signed) return switchList(state, query)
  const id = state.lastRequest + 1
  return {
    ...state,
    query,
    shown: state.shown.kind === 'ready' ? state.shown : { kind: 'loading' },
    request: { id, query, kind: 'first' },
    queued: nothingQueued,
    lastRequest: id,
  }
}

/** Restores the other list if its query is unchanged. */
const switchList = (state: DocumentsState, query: ListQuery): DocumentsState => {
  const { otherList, shown, deleted } = state
  const restored = otherList && isSameQuery(otherList.query, query) ? withoutDocuments(otherList, deleted) : undefined
  return queueRefresh({
    ...state,
    query,
    shown: restored ?? { kind: 'loading' },
    announcement: restored ? foundMessage(restored.documents.length, restored.next !== null, query) : '',
    otherList: shown.kind === 'ready' ? shown : undefined,
    request: undefined,
    queued: nothingQueued,
  })
}

/** Includes the page that a new document may start. */
const refreshCount = (loaded: number, next: string | null): number =>
  next === null ? FILES_PAGE_SIZE * (Math.floor(loaded / FILES_PAGE_SIZE) + 1) : Math.max(loaded, FILES_PAGE_SIZE)

const sendQueued = (state: DocumentsState): DocumentsState => {
  const { query, shown, queued, request } = state
  if (query === undefined || request !== undefined || !(queued.refresh || queued.more)) return state
  const id = state.lastRequest + 1
  const base = { ...state, lastRequest: id }
  if (shown.kind !== 'ready') return { ...base, request: { id, query, kind: 'first' }, queued: nothingQueued }
  const { documents, next } = shown
  if (queued.refresh) {
    const count = refreshCount(documents.length, next)
    return { ...base, request: { id, query, kind: 'refresh', count }, queued: { ...queued, refresh: false } }
  }
  if (next === null) return { ...state, queued: nothingQueued }
  return {
    ...base,
    shown: { ...shown, failure: shown.failure === 'more' ? 'none' : shown.failure },
    request: { id, query, kind: 'more', cursor: next },
    queued: nothingQueued,
  }
}

type Loaded = Extract<DocumentsEvent, { kind: 'loaded' }>

/** Unchanged files keep their identity, so cards do not re-render. */
const reuseUnchanged = (before: readonly UserFile[], after: readonly UserFile[]): readonly UserFile[] => {
  const old = new Map(before.map((file) => [file.id, file]))
  return after.map((file) => {
    const same = old.get(file.id)
    return same && JSON.stringify(same) === JSON.stringify(file) ? same : file
  })
}

const listedDocuments = ({ shown }: DocumentsState): readonly UserFile[] =>
  shown.kind === 'ready' ? shown.documents : []

const addPage = (state: DocumentsState, query: ListQuery, received: readonly UserFile[], next: string | null) => {
  const { shown } = state
  const before = listedDocuments(state)
  const listed = new Set(before.map((file) => file.id))
  const added = received.filter((file) => !listed.has(file.id))
  const documents = [...before, ...added]
  const failure = shown.kind === 'ready' ? shown.failure : 'none'
  return {
    ...state,
    request: undefined,
    shown: { kind: 'ready', query, documents, next, failure },
    announcement: addedMessage(added.length, documents.length),
  } satisfies DocumentsState
}

/** Also live changes can make the announced number stale. */
const announcementAfter = (
  state: DocumentsState,
  after: Pick<ReadyDocuments, 'query' | 'documents' | 'next'>,
): string => {
  const before = listedDocuments(state)
  const { documents, next, query } = after
  const changes = changesMessage(before, documents)
  if (changes) return changes
  return before.length === documents.length ? state.announcement : foundMessage(documents.length, next !== null, query)
}

/** A response to a later position misses nothing. */
const confirmStream = (state: DocumentsState): DocumentsState => {
  const { opened, eventsAt } = state
  if (opened === undefined) return state
  const settled = { ...state, opened: undefined }
  return eventsAt !== undefined && opened.at === eventsAt ? settled : queueRefresh(settled)
}

const streamOpened = (state: DocumentsState, at: string | undefined): DocumentsState => {
  const { request } = state
  const waiting = { ...state, opened: { at } }
  return request === undefined || request.kind === 'more' ? confirmStream(waiting) : waiting
}

const applyResponse = (state: DocumentsState, loaded: Loaded): DocumentsState => {
  const { id, documents: answered, next } = loaded
  const { request } = state
  if (request?.id !== id) return state
  const { kind, query } = request
  const before = listedDocuments(state)
  const documents = reuseUnchanged(
    before,
    answered.filter((file) => !state.deleted.has(file.id)),
  )
  if (kind === 'more') return addPage(state, query, documents, next)
  const announcement =
    kind === 'first'
      ? foundMessage(documents.length, next !== null, query)
      : announcementAfter(state, { query, documents, next })
  const shown: ReadyDocuments = { kind: 'ready', query, documents, next, failure: 'none' }
  const { counts = state.counts, tags = state.tags, eventsAt } = loaded
  return confirmStream({ ...state, request: undefined, shown, announcement, counts, tags, eventsAt })
}

const applyFailure = (state: DocumentsState, id: number): DocumentsState => {
  const { request, shown } = state
  if (request?.id !== id) return state
  const base = { ...state, request: undefined }
  if (request.kind === 'first' || shown.kind !== 'ready') return { ...base, shown: { kind: 'failed' } }
  return { ...base, shown: { ...shown, failure: request.kind } }
}

const mayMatchNow = ({ query }: DocumentsState, file: UserFile): boolean =>
  query !== undefined && (isFiltered(query) || query.signed) && mayHold(query, file)

const updateDocument = (state: DocumentsState, file: UserFile): DocumentsState => {
  const { shown, request } = state
  if (state.deleted.has(file.id)) return state
  const before = listedDocuments(state)
  const isListed = before.some(({ id }) => id === file.id)
  const old = findListedDocument(state, file.id)
  const documents = before
    .map((listed) => (listed.id === file.id ? file : listed))
    .filter(({ id }) => id !== file.id || state.query === undefined || isRightShelf(state.query, file))
  const next: DocumentsState = {
    ...state,
    known: new Map(state.known).set(file.id, file),
    shown: shown.kind === 'ready' && isListed ? { ...shown, documents } : shown,
    announcement: changesMessage(before, documents) || state.announcement,
    counts: state.counts && old ? countsAfterChange(state.counts, old, file) : state.counts,
  }
  // The pending response may be older than this change.
  // Other counts and another list: the server knows both.
  const isMoved = old !== undefined && isArchived(old) !== isArchived(file)
  const isOutdated = request !== undefined || isMoved || (!isListed && mayMatchNow(state, file))
  return isOutdated || (state.counts && !old) ? queueRefresh(next) : next
}

const findToOpen = (state: DocumentsState, file: UserFile): DocumentsState =>
  state.deleted.has(file.id) ? state : { ...state, known: new Map(state.known).set(file.id, file) }

const draft = { status: 'UPLOADED', is_signed: false, waits_for: null } as const

const addDocument = (state: DocumentsState): DocumentsState =>
  state.query && mayHold(state.query, draft) ? queueRefresh(state) : state

const removeDocument = (state: DocumentsState, id: number): DocumentsState => {
  if (state.deleted.has(id)) return state
  const old = findListedDocument(state, id)
  const shown = state.shown.kind === 'ready' ? withoutDocuments(state.shown, new Set([id])) : state.shown
  const next: DocumentsState = {
    ...state,
    shown,
    announcement: shown.kind === 'ready' ? announcementAfter(state, shown) : state.announcement,
    deleting: withoutId(state.deleting, id),
    deleted: withId(state.deleted, id),
    counts: state.counts && old ? countsAfterDeletion(state.counts, old) : state.counts,
  }
  return state.counts && !old ? queueRefresh(next) : next
}

const applyEvent = (state: DocumentsState, event: DocumentsEvent): DocumentsState => {
  switch (event.kind) {
    case 'queried':
      return changeQuery(state, event.query)
    case 'more requested':
      return state.request?.kind === 'more' ? state : { ...state, queued: { ...state.queued, more: true } }
    case 'refresh requested':
      return queueRefresh(state)
    case 'loaded':
      return applyResponse(state, event)
    case 'load failed':
      return applyFailure(state, event.id)
    case 'stream opened':
      return streamOpened(state, event.at)
    case 'found':
      return findToOpen(state, event.file)
    case 'updated':
      return updateDocument(state, event.file)
    case 'created':
      return addDocument(state)
    case 'deletion sent':
      return { ...state, deleting: withId(state.deleting, event.id) }
    case 'deletion refused':
      // The list may be outdated.
      return queueRefresh({ ...state, deleting: withoutId(state.deleting, event.id) })
    case 'deleted':
      return removeDocument(state, event.id)
  }
}

export const documentsReducer = (state: DocumentsState, event: DocumentsEvent): DocumentsState =>
  sendQueued(applyEvent(state, event))
