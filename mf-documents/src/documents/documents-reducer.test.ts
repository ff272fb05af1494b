import { FILES_PAGE_SIZE, type UserFile } from 'shared/contract'
import { documentWith } from '../testing/documents.ts'
import { type ListQuery, noFilters } from './document-filters.ts'
import { documentsReducer } from './documents-reducer.ts'
import {
  type DocumentsEvent,
  type DocumentsState,
  findListedDocument,
  initialDocuments,
  signedOnly,
  visibleDocuments,
} from './documents-state.ts'

const all: ListQuery = { ...noFilters, signed: false }
const signed: ListQuery = { ...noFilters, signed: true }
const search = (words: string): ListQuery => ({ ...all, search: words })
const [one, two, three] = [1, 2, 3].map((id) => documentWith({ id, original_filename: `${id}.pdf` })) as [
  UserFile,
  UserFile,
  UserFile,
]
const many = (count: number, from = 100) =>
  Array.from({ length: count }, (_, index) => documentWith({ id: from + index }))

const run = (state: DocumentsState, ...events: DocumentsEvent[]): DocumentsState =>
  events.reduce(documentsReducer, state)
const queried = (query: ListQuery): DocumentsEvent => ({ kind: 'queried', query })
const answer = (state: DocumentsState, documents: readonly UserFile[], next: string | null = null): DocumentsState =>
  run(state, { kind: 'loaded', id: state.request?.id ?? -1, documents, next })
const refusal = (state: DocumentsState): DocumentsState =>
  run(state, { kind: 'load failed', id: state.request?.id ?? -1 })
const ready = (query = all, documents: readonly UserFile[] = [one, two], next: string | null = null) =>
  answer(run(initialDocuments, queried(query)), documents, next)
const ids = (state: DocumentsState) => visibleDocuments(state, state.query?.signed ?? false).map(({ id }) => id)

describe('the first page', () => {
  test('the reducer requests no documents before the list is shown', () => {
    expect(run(initialDocuments, { kind: 'refresh requested' }).request).toBeUndefined()
  })

  test('the first page is loading until its answer arrives, and then shows the documents', () => {
    const asked = run(initialDocuments, queried(all))
    expect(asked).toMatchObject({ shown: { kind: 'loading' }, request: { kind: 'first', query: all } })
    expect(answer(asked, [one], 'c')).toMatchObject({
      shown: { kind: 'ready', documents: [one], next: 'c', failure: 'none' },
      request: undefined,
    })
  })

  test('after a failed first page, the failure stays visible while the page is requested again', () => {
    const failed = refusal(run(initialDocuments, queried(all)))
    expect(failed).toMatchObject({ shown: { kind: 'failed' }, request: undefined })
    const again = run(failed, { kind: 'refresh requested' })
    expect(again).toMatchObject({ shown: { kind: 'failed' }, request: { kind: 'first' } })
    expect(ids(answer(again, [one]))).toEqual([1])
  })

  test('a repeated query with the same filters starts no second request', () => {
    const state = ready()
    expect(run(state, queried({ ...all }))).toBe(state)
  })
})

describe('a change of query', () => {
  test('the shown documents stay until the answer to the new query arrives', () => {
    const asked = run(ready(), queried(search('acta')))
    expect(asked).toMatchObject({ shown: { kind: 'ready' }, request: { kind: 'first', query: search('acta') } })
    expect(ids(asked)).toEqual([1, 2])
    expect(ids(answer(asked, [three]))).toEqual([3])
  })

  test('a query for another list starts empty, because the shown documents do not belong to that list', () => {
    const turned = run(ready(), queried(signed))
    expect(turned).toMatchObject({ shown: { kind: 'loading' }, request: { kind: 'first', query: signed } })
  })

  test('returning to the previous list restores it without deleted documents, and refreshes it', () => {
    const there = answer(run(ready(), queried(signed)), [three])
    const back = run(there, { kind: 'deleted', id: 1 }, queried(all))
    expect(ids(back)).toEqual([2])
    expect(back.request).toMatchObject({ kind: 'refresh', query: all })
    const other = run(there, queried(search('acta')))
    expect(other).toMatchObject({ shown: { kind: 'loading' }, request: { kind: 'first', query: search('acta') } })
  })

  test('returning to a list whose query was not answered shows the list as loading', () => {
    const left = run(ready(), queried(search('acta')), queried(signed), queried(search('acta')))
    expect(left).toMatchObject({ shown: { kind: 'loading' }, request: { kind: 'first' } })
  })

  test('a new query that fails shows the failure instead of the old documents', () => {
    expect(refusal(run(ready(), queried(search('acta')))).shown).toEqual({ kind: 'failed' })
  })

  test('the reducer ignores late answers to the previous query', () => {
    const first = run(initialDocuments, queried(search('ac')))
    const second = run(first, queried(search('acta')))
    const late: DocumentsEvent = { kind: 'loaded', id: first.request?.id ?? -1, documents: [one], next: null }
    expect(run(second, late)).toBe(second)
    expect(run(second, { kind: 'load failed', id: first.request?.id ?? -1 })).toBe(second)
    expect(ids(run(answer(second, [two]), late))).toEqual([2])
  })

  test('a new query cancels the pending request for the next page', () => {
    const more = run(ready(all, [one], 'c'), { kind: 'more requested' })
    const asked = run(more, queried(search('acta')))
    expect(asked.request).toMatchObject({ kind: 'first', query: search('acta') })
    expect(answer(asked, [two], 'd')).toMatchObject({ request: undefined, queued: { more: false } })
  })
})

describe('further pages', () => {
  const adding = run(ready(all, [one, two], 'c'), { kind: 'more requested' })

  test('a further page is appended after the last document, without duplicates', () => {
    expect(adding.request).toMatchObject({ kind: 'more', cursor: 'c' })
    const added = answer(adding, [two, three], 'd')
    expect(ids(added)).toEqual([1, 2, 3])
    expect(added).toMatchObject({ shown: { next: 'd' }, announcement: 'Se agregó 1 documento; ahora se muestran 3' })
  })

  test('the reducer requests the next page once, even when it is wanted several times', () => {
    const again = run(adding, { kind: 'more requested' }, { kind: 'more requested' })
    expect(again).toBe(adding)
  })

  test('the reducer requests no further page after the last page', () => {
    const state = ready(all, [one], null)
    expect(run(state, { kind: 'more requested' })).toMatchObject({ request: undefined, queued: { more: false } })
  })

  test('a further page that fails keeps the shown documents and can be requested again', () => {
    const failed = refusal(adding)
    expect(failed).toMatchObject({ shown: { kind: 'ready', failure: 'more', next: 'c' }, request: undefined })
    expect(ids(failed)).toEqual([1, 2])
    const again = run(failed, { kind: 'more requested' })
    expect(again).toMatchObject({ shown: { failure: 'none' }, request: { kind: 'more', cursor: 'c' } })
  })

  test('a further page wanted during a refresh is requested after it, with the new cursor', () => {
    const refreshing = run(ready(all, [one, two], 'c'), { kind: 'refresh requested' }, { kind: 'more requested' })
    expect(refreshing.request?.kind).toBe('refresh')
    expect(answer(refreshing, [three, one], 'e').request).toMatchObject({ kind: 'more', cursor: 'e' })
  })
})

describe('a refresh', () => {
  test.each([
    [0, null, FILES_PAGE_SIZE],
    [3, null, FILES_PAGE_SIZE],
    [FILES_PAGE_SIZE, null, 2 * FILES_PAGE_SIZE],
    [FILES_PAGE_SIZE, 'c', FILES_PAGE_SIZE],
    [3 * FILES_PAGE_SIZE, 'c', 3 * FILES_PAGE_SIZE],
  ])('a refresh of %i documents (next: %s) requests %i documents', (loaded, next, count) => {
    const state = ready(all, many(loaded), next)
    expect(run(state, { kind: 'refresh requested' }).request).toMatchObject({ kind: 'refresh', count })
  })

  test('a refresh keeps the shown documents until the answer, and announces the changes', () => {
    const refreshing = run(ready(), { kind: 'refresh requested' })
    expect(ids(refreshing)).toEqual([1, 2])
    const done = answer(refreshing, [three, { ...one, status: 'CANCELLED' }])
    expect(ids(done)).toEqual([3, 1])
    expect(done.announcement).toBe('1.pdf: Cancelado')
  })

  test('a refresh keeps the same objects for documents that have not changed', () => {
    const done = answer(run(ready(), { kind: 'refresh requested' }), [{ ...one }, { ...two, description: 'otra' }])
    const [first, second] = visibleDocuments(done, false)
    expect(first).toBe(one)
    expect(second).not.toBe(two)
  })

  test('a failed refresh shows its failure until a later refresh succeeds', () => {
    const stale = refusal(run(ready(), { kind: 'refresh requested' }))
    expect(stale.shown).toMatchObject({ kind: 'ready', documents: [one, two], failure: 'refresh' })
    const again = run(stale, { kind: 'refresh requested' })
    expect(again.shown).toMatchObject({ failure: 'refresh' })
    expect(answer(again, [one]).shown).toMatchObject({ failure: 'none' })
  })

  test('refreshes that are wanted during another request run once after it', () => {
    const asked = run(ready(all, [one], 'c'), { kind: 'more requested' })
    const busy = run(asked, { kind: 'refresh requested' }, { kind: 'refresh requested' })
    expect(busy.request).toBe(asked.request)
    const refreshing = answer(busy, [two])
    expect(refreshing.request?.kind).toBe('refresh')
    expect(answer(refreshing, [one, two]).request).toBeUndefined()
  })
})

describe('an update of one document', () => {
  const changed: UserFile = { ...two, status: 'PROCESSING' }

  test('an updated document keeps its position, and its new status is announced', () => {
    const updated = run(ready(), { kind: 'updated', file: changed })
    expect(updated.shown).toMatchObject({ documents: [one, changed] })
    expect(updated).toMatchObject({ request: undefined, announcement: '2.pdf: Procesando' })
  })

  test('an update during a refresh reloads the list once more, because the answer may be older', () => {
    const refreshing = run(ready(), { kind: 'refresh requested' })
    const updated = run(refreshing, { kind: 'updated', file: changed })
    expect(answer(updated, [one, two]).request?.kind).toBe('refresh')
  })

  test('an updated document of a page that is not loaded is stored, but not shown', () => {
    const updated = run(ready(), { kind: 'updated', file: three })
    expect(ids(updated)).toEqual([1, 2])
    expect(updated.request).toBeUndefined()
    expect(findListedDocument(updated, 3)).toBe(three)
    expect(findListedDocument(updated, 1)).toBe(one)
    expect(findListedDocument(updated, 4)).toBeUndefined()
  })

  test.each<[string, ListQuery, Partial<UserFile>, boolean]>([
    ['signed, joins the signed list', signed, { is_signed: true, status: 'COMPLETED' }, true],
    ['not signed, does not', signed, { status: 'PROCESSING' }, false],
    ['of the status that is asked for, joins', { ...all, status: 'FAILED' }, { status: 'FAILED' }, true],
    ['of another status, does not', { ...all, status: 'FAILED' }, { status: 'PROCESSING' }, false],
    ['may be meant by the words: the server knows', search('acta'), {}, true],
  ])('an updated document: %s', (_case, query, changes, joins) => {
    const updated = run(ready(query, []), { kind: 'updated', file: documentWith({ id: 3, ...changes }) })
    expect(updated.request?.kind).toBe(joins ? 'refresh' : undefined)
  })

  test('section 5: the signed list shows only signed files, also after a live update', () => {
    const done = documentWith({ id: 4, is_signed: true })
    const state = ready(signed, [done, one])
    expect(ids(state)).toEqual([4])
    expect(ids(run(state, { kind: 'updated', file: { ...done, is_signed: false } }))).toEqual([])
    expect(signedOnly([one, done])).toEqual([done])
  })
})

test.each<[string, ListQuery, boolean]>([
  ['shows where nothing hides it', all, true],
  ['may be meant by the words', search('acta'), true],
  ['has the status that is asked for', { ...all, status: 'UPLOADED' }, true],
  ['has not the status that is asked for', { ...all, status: 'COMPLETED' }, false],
  ['is not signed yet', signed, false],
])('refresh after an upload: the stored document %s', (_case, query, asks) => {
  expect(run(ready(query, []), { kind: 'created' }).request?.kind).toBe(asks ? 'refresh' : undefined)
})

describe('deleting', () => {
  test('a deletion removes the card immediately; a refusal restores it in place and requests the list', () => {
    const state = ready(all, [one, two, three])
    const sent = run(state, { kind: 'deletion sent', id: 2 })
    expect(ids(sent)).toEqual([1, 3])
    const refused = run(sent, { kind: 'deletion refused', id: 2 })
    expect(ids(refused)).toEqual([1, 2, 3])
    expect(refused.request?.kind).toBe('refresh')
  })

  test('two simultaneous deletions do not affect each other', () => {
    const both = run(ready(all, [one, two, three]), { kind: 'deletion sent', id: 1 }, { kind: 'deletion sent', id: 2 })
    expect(ids(both)).toEqual([3])
    expect(ids(run(both, { kind: 'deletion refused', id: 1 }, { kind: 'deleted', id: 2 }))).toEqual([1, 3])
  })

  test('a refresh sent before the deletion does not restore the document, before or after the answer', () => {
    const refreshing = run(ready(), { kind: 'refresh requested' }, { kind: 'deletion sent', id: 1 })
    expect(ids(answer(refreshing, [one, two]))).toEqual([2])
    expect(ids(answer(run(refreshing, { kind: 'deleted', id: 1 }), [one, two]))).toEqual([2])
  })

  test('a document deleted elsewhere disappears, and a late update does not restore it', () => {
    const gone = run(ready(), { kind: 'updated', file: one }, { kind: 'deleted', id: 1 })
    expect(ids(gone)).toEqual([2])
    expect(findListedDocument(gone, 1)).toBeUndefined()
    expect(run(gone, { kind: 'updated', file: one })).toBe(gone)
  })

  test('a document that was already deleted stays removed after the server refuses the deletion', () => {
    const state = run(ready(), { kind: 'deletion sent', id: 1 }, { kind: 'deleted', id: 1 })
    expect(ids(run(state, { kind: 'deletion refused', id: 1 }))).toEqual([2])
  })
})

describe('counts of groups', () => {
  const counts = { all: 5, owner: 1, others: 2, completed: 1, archived: 3 }
  const waiting = documentWith({ id: 1, waits_for: 'others' })
  const counted = (documents: readonly UserFile[] = [waiting, two], eventsAt = 'a.1') => {
    const asked = run(initialDocuments, queried(all))
    return run(asked, { kind: 'loaded', id: asked.request?.id ?? -1, documents, next: null, counts, eventsAt })
  }

  test('the counts follow changed and deleted documents, and a repeated deletion counts once', () => {
    const changed = run(counted(), { kind: 'updated', file: { ...waiting, waits_for: null, is_signed: true } })
    expect(changed).toMatchObject({ counts: { all: 5, owner: 1, others: 1, completed: 2 }, request: undefined })
    const deleted = run(changed, { kind: 'deleted', id: 1 }, { kind: 'deleted', id: 1 })
    expect(deleted.counts).toEqual({ all: 4, owner: 1, others: 1, completed: 1, archived: 3 })
  })

  test('the reducer requests the counts again when the old state of a document is unknown', () => {
    const foreign = documentWith({ id: 9, waits_for: 'owner' })
    expect(run(counted(), { kind: 'updated', file: foreign }).request).toMatchObject({ kind: 'refresh' })
    expect(run(counted(), { kind: 'deleted', id: 9 }).request).toMatchObject({ kind: 'refresh' })
    expect(run(counted(), { kind: 'found', file: foreign }).request).toBeUndefined()
  })

  test('a document that is archived leaves the list at once, and its counts are asked for', () => {
    const archived = run(counted(), { kind: 'updated', file: { ...waiting, archived_at: '2026-01-31T18:00:00.000Z' } })
    expect(ids(archived)).toEqual([2])
    expect(archived.request).toMatchObject({ kind: 'refresh' })
    const back = run(archived, { kind: 'updated', file: waiting })
    expect(ids(back)).toEqual([2])
    expect(answer(back, [waiting, two]).request).toMatchObject({ kind: 'refresh' })
  })

  test('a deleted document of the archive was in no other group', () => {
    const shelved = { ...waiting, archived_at: '2026-01-31T18:00:00.000Z' }
    const deleted = run(counted([shelved, two]), { kind: 'deleted', id: 1 })
    expect(deleted.counts).toMatchObject({ all: 5, others: 2, archived: 2 })
  })

  test('the signed list keeps archived documents', () => {
    const done = documentWith({ id: 4, is_signed: true })
    const state = run(ready(signed, [done]), {
      kind: 'updated',
      file: { ...done, archived_at: '2026-01-31T18:00:00.000Z' },
    })
    expect(ids(state)).toEqual([4])
  })

  test('the tags of the account come with the counts, and stay while further pages load', () => {
    const asked = run(initialDocuments, queried(all))
    const id = asked.request?.id ?? -1
    const loaded = run(asked, { kind: 'loaded', id, documents: [one], next: 'c', counts, tags: ['Alquiler'] })
    expect(answer(run(loaded, { kind: 'more requested' }), [two]).tags).toEqual(['Alquiler'])
  })

  test('the counts stay while a new query loads', () => {
    expect(run(counted(), queried(search('acta'))).counts).toBe(counts)
  })

  describe('an opened stream', () => {
    const opened = (at: string | undefined): DocumentsEvent => ({ kind: 'stream opened', at })
    const answered = (state: DocumentsState, eventsAt?: string) =>
      run(state, { kind: 'loaded', id: state.request?.id ?? -1, documents: [one], next: null, counts, eventsAt })
    const asked = run(initialDocuments, queried(all))

    test.each<[string, DocumentsState, boolean]>([
      ['before the list, at its place', answered(run(asked, opened('a.1')), 'a.1'), false],
      ['before the list, at another place', answered(run(asked, opened('a.0')), 'a.1'), true],
      ['before the list, without a place', answered(run(asked, opened(undefined)), 'a.1'), true],
      ['after the list, at its place', run(counted(), opened('a.1')), false],
      ['after the list, at another place', run(counted(), opened('a.2')), true],
      ['after a list without a place', run(answered(asked), opened(undefined)), true],
    ])('refresh when the stream opens %s', (_, state, refreshes) => {
      expect(state.request?.kind).toBe(refreshes ? 'refresh' : undefined)
    })
  })
})

test('the announcement counts the documents of the visible list', () => {
  const there = answer(run(ready(), queried(signed)), [three])
  expect(there.announcement).toBe('1 documento')
  expect(run(there, queried(all)).announcement).toBe('2 documentos')
})

test.each<[string, (state: DocumentsState) => DocumentsState, string]>([
  ['documents that appear', (state) => answer(run(state, { kind: 'refresh requested' }), many(11)), '11 documentos'],
  ['a document that is deleted', (state) => run(state, { kind: 'deleted', id: 2 }), '1 documento'],
  ['a refresh without news', (state) => answer(run(state, { kind: 'refresh requested' }), [one, two]), '2 documentos'],
])('the announced number follows live events: %s', (_what, happen, announcement) => {
  const before = ready()
  expect(before.announcement).toBe('2 documentos')
  expect(happen(before).announcement).toBe(announcement)
})
