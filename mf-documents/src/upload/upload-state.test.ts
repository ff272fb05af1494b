import { documentWith } from '../testing/documents.ts'
import { initialUpload, type UploadEvent, type UploadPhase, uploadReducer } from './upload-state.ts'

const file = new File(['%PDF-'], 'a.pdf')
const other = new File(['%PDF-'], 'b.pdf')
const failure = { kind: 'message', message: 'x' } as const

const after = (...events: UploadEvent[]): UploadPhase => events.reduce(uploadReducer, initialUpload)

const chose: UploadEvent = { kind: 'chose', file }
const started: UploadEvent = { kind: 'started', cleaning: false }

test('section 4: an upload is idle, then has a chosen file, then uploads from 10', () => {
  expect(after()).toEqual({ kind: 'idle' })
  expect(after(chose)).toEqual({ kind: 'chosen', file })
  expect(after(chose, started)).toEqual({ kind: 'uploading', file, percent: 10, checking: false, cleaning: false })
})

test('a stored document clears the file', () => {
  const document = documentWith()
  expect(after(chose, started, { kind: 'stored', document })).toEqual({ kind: 'done', document })
})

test.each<[string, UploadEvent, UploadPhase]>([
  ['failed', { kind: 'failed', failure }, { kind: 'failed', file, failure }],
  ['cancelled', { kind: 'cancelled' }, { kind: 'chosen', file }],
])('a %s upload keeps the file', (_case, event, phase) => {
  expect(after(chose, started, event)).toEqual(phase)
})

test('after a failure the owner can retry, close the panel or choose another file', () => {
  const failed: UploadEvent[] = [chose, started, { kind: 'failed', failure }]
  expect(after(...failed, started).kind).toBe('uploading')
  expect(after(...failed, { kind: 'dismissed' })).toEqual({ kind: 'chosen', file })
  expect(after(...failed, { kind: 'chose', file: other })).toEqual({ kind: 'chosen', file: other })
})

test('choosing, removing or starting changes nothing during an upload', () => {
  const uploading = after(chose, started)
  const attempts: UploadEvent[] = [{ kind: 'chose', file: other }, { kind: 'removed' }, started]
  for (const event of attempts) expect(uploadReducer(uploading, event)).toBe(uploading)
})

test('the reducer ignores late events of an upload that was cancelled', () => {
  const chosen = after(chose, started, { kind: 'cancelled' })
  const late: UploadEvent[] = [
    { kind: 'progressed', percent: 50, checking: false },
    { kind: 'failed', failure },
    { kind: 'stored', document: documentWith() },
  ]
  for (const event of late) expect(uploadReducer(chosen, event)).toBe(chosen)
})

test('removing the file resets the upload to its initial state', () =>
  expect(after(chose, { kind: 'removed' })).toEqual(initialUpload))
