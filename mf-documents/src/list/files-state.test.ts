import { documentWith } from '../testing/documents.ts'
import { type FilesState, filesReducer, initialFiles, signedOnly } from './files-state.ts'

const files = [documentWith({ id: 1 }), documentWith({ id: 2, is_signed: true })]
const ready: FilesState = { kind: 'ready', files, stale: false }

test('the first list: loading, then failed, loading again, then ready', () => {
  const failed = filesReducer(initialFiles, { kind: 'refused' })
  expect(failed).toEqual({ kind: 'failed' })
  const again = filesReducer(failed, { kind: 'requested' })
  expect(again).toEqual({ kind: 'loading' })
  expect(filesReducer(again, { kind: 'received', files })).toEqual(ready)
})

test('what was shown stays while it is fetched again, and when that fails', () => {
  expect(filesReducer(ready, { kind: 'requested' })).toBe(ready)
  const stale = filesReducer(ready, { kind: 'refused' })
  expect(stale).toEqual({ ...ready, stale: true })
  expect(filesReducer(stale, { kind: 'received', files: [] })).toEqual({ kind: 'ready', files: [], stale: false })
})

test('a deleted document leaves the list', () => {
  expect(filesReducer(ready, { kind: 'deleted', id: 1 })).toEqual({ ...ready, files: [files[1]] })
  expect(filesReducer(initialFiles, { kind: 'deleted', id: 1 })).toBe(initialFiles)
})

test('section 5: the signed-only list keeps only files whose is_signed is true', () => {
  expect(signedOnly(files)).toEqual([files[1]])
})
