import { storedFile } from '../../testing/wire.ts'
import { initialPreview, type Preview, type PreviewEvent, previewReducer, wantedPage } from './preview.ts'

const file = (id: number, isShared = false) => storedFile({ id, is_shared: isShared })
const after = (...events: PreviewEvent[]): Preview => events.reduce(previewReducer, initialPreview)
const answered = (ids: readonly number[], next: string | null = null): PreviewEvent => ({
  kind: 'answered',
  documents: ids.map((id) => file(id)),
  next,
})
const more: PreviewEvent = { kind: 'more wanted' }
const idsOf = (state: Preview) => (state.kind === 'ready' ? state.documents.map(({ id }) => id) : state.kind)

test('the first page is wanted at once, and nothing after it', () => {
  expect(wantedPage(initialPreview)).toEqual({ cursor: undefined })
  expect(wantedPage(after(answered([2, 1], 'c')))).toBeUndefined()
})

test('more is what follows the last page, once', () => {
  const asked = after(answered([4, 3], 'c'), more)
  expect(wantedPage(asked)).toEqual({ cursor: 'c' })
  expect(previewReducer(asked, more)).toBe(asked)
  const grown = previewReducer(asked, answered([2, 1]))
  expect(grown).toMatchObject({ next: null, more: 'waiting', added: [{ id: 2 }, { id: 1 }] })
  expect(idsOf(grown)).toEqual([4, 3, 2, 1])
  expect(previewReducer(grown, more)).toBe(grown)
})

test('no document stands twice', () => {
  expect(idsOf(after(answered([4, 3], 'c'), more, answered([3, 2])))).toEqual([4, 3, 2])
})

test('a failure of the first page is all there is to see, until it is tried again', () => {
  const failed = after({ kind: 'refused' })
  expect(failed.kind).toBe('failed')
  expect(wantedPage(failed)).toBeUndefined()
  expect(wantedPage(previewReducer(failed, { kind: 'retried' }))).toEqual({ cursor: undefined })
})

test('a failure of a further page leaves what is there', () => {
  const failed = after(answered([4, 3], 'c'), more, { kind: 'refused' })
  expect(failed).toMatchObject({ kind: 'ready', more: 'failed' })
  expect(idsOf(previewReducer(previewReducer(failed, more), answered([2])))).toEqual([4, 3, 2])
})

test('a document is shown as it is now, also when an older answer comes after', () => {
  const known: PreviewEvent = { kind: 'updated', file: file(3, true) }
  expect(after(answered([4, 3]), known)).toMatchObject({ documents: [{ is_shared: false }, { is_shared: true }] })
  expect(after(known, answered([4, 3]))).toMatchObject({ documents: [{ is_shared: false }, { is_shared: true }] })
  const late = after(answered([4], 'c'), more, known, answered([3]))
  expect(late).toMatchObject({ documents: [{ id: 4 }, { id: 3, is_shared: true }] })
})

test('updates before a request do not override its answer', () => {
  const ended: PreviewEvent = { kind: 'answered', documents: [file(3)], next: null }
  const late = after(answered([4], 'c'), { kind: 'updated', file: file(3, true) }, more, ended)
  expect(late).toMatchObject({ documents: [{ id: 4 }, { id: 3, is_shared: false }] })
})

test('a document that is gone leaves the list', () => {
  expect(idsOf(after(answered([4, 3]), { kind: 'gone', id: 4 }))).toEqual([3])
})

test('an unexpected answer changes nothing', () => {
  const ready = after(answered([4, 3], 'c'))
  expect(previewReducer(ready, answered([2]))).toBe(ready)
  expect(previewReducer(ready, { kind: 'refused' })).toBe(ready)
})
