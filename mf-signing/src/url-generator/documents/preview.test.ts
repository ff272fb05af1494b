import { storedFile } from '../../testing/wire.ts'
import { type DocumentPreview, initialPreview, type PreviewEvent, previewReducer, wantedPage } from './preview.ts'

const file = (id: number, isShared = false) => storedFile({ id, is_shared: isShared })
const after = (...events: PreviewEvent[]): DocumentPreview => events.reduce(previewReducer, initialPreview)
const answered = (ids: readonly number[], next: string | null = null): PreviewEvent => ({
  kind: 'answered',
  documents: ids.map((id) => file(id)),
  next,
})
const more: PreviewEvent = { kind: 'more wanted' }
const idsOf = (state: DocumentPreview) => (state.kind === 'ready' ? state.documents.map(({ id }) => id) : state.kind)

test('wantedPage requests the first page initially, and no page after its answer', () => {
  expect(wantedPage(initialPreview)).toEqual({ cursor: undefined })
  expect(wantedPage(after(answered([2, 1], 'c')))).toBeUndefined()
})

test('a request for more adds the page after the last one, once', () => {
  const asked = after(answered([4, 3], 'c'), more)
  expect(wantedPage(asked)).toEqual({ cursor: 'c' })
  expect(previewReducer(asked, more)).toBe(asked)
  const grown = previewReducer(asked, answered([2, 1]))
  expect(grown).toMatchObject({ next: null, more: 'waiting', added: [{ id: 2 }, { id: 1 }] })
  expect(idsOf(grown)).toEqual([4, 3, 2, 1])
  expect(previewReducer(grown, more)).toBe(grown)
})

test('the list contains each document only once', () => {
  expect(idsOf(after(answered([4, 3], 'c'), more, answered([3, 2])))).toEqual([4, 3, 2])
})

test('a failure of the first page is the only state until a retry', () => {
  const failed = after({ kind: 'refused' })
  expect(failed.kind).toBe('failed')
  expect(wantedPage(failed)).toBeUndefined()
  expect(wantedPage(previewReducer(failed, { kind: 'retried' }))).toEqual({ cursor: undefined })
})

test('a failure of a further page keeps the loaded documents and can be retried', () => {
  const failed = after(answered([4, 3], 'c'), more, { kind: 'refused' })
  expect(failed).toMatchObject({ kind: 'ready', more: 'failed' })
  expect(idsOf(previewReducer(previewReducer(failed, more), answered([2])))).toEqual([4, 3, 2])
})

test('the list shows the latest state of a document, even if an older answer arrives later', () => {
  const known: PreviewEvent = { kind: 'updated', file: file(3, true) }
  expect(after(answered([4, 3]), known)).toMatchObject({ documents: [{ is_shared: false }, { is_shared: true }] })
  expect(after(known, answered([4, 3]))).toMatchObject({ documents: [{ is_shared: false }, { is_shared: true }] })
  const late = after(answered([4], 'c'), more, known, answered([3]))
  expect(late).toMatchObject({ documents: [{ id: 4 }, { id: 3, is_shared: true }] })
})

test('an update before a request does not override the answer of the request', () => {
  const ended: PreviewEvent = { kind: 'answered', documents: [file(3)], next: null }
  const late = after(answered([4], 'c'), { kind: 'updated', file: file(3, true) }, more, ended)
  expect(late).toMatchObject({ documents: [{ id: 4 }, { id: 3, is_shared: false }] })
})

test('a deleted document leaves the list', () => {
  expect(idsOf(after(answered([4, 3]), { kind: 'gone', id: 4 }))).toEqual([3])
})

test('an unexpected answer leaves the list unchanged', () => {
  const ready = after(answered([4, 3], 'c'))
  expect(previewReducer(ready, answered([2]))).toBe(ready)
  expect(previewReducer(ready, { kind: 'refused' })).toBe(ready)
})
