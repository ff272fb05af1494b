import { documentWith } from '../testing/documents.ts'
import { initialUpload, type UploadEvent, type UploadState, uploadReducer } from './upload-state.ts'

const file = new File(['%PDF-'], 'a.pdf')
const other = new File(['%PDF-'], 'b.pdf')
const failure = { kind: 'said', message: 'x' } as const
const problem = { control: 'file', message: 'x' } as const

const after = (...events: UploadEvent[]): UploadState => events.reduce(uploadReducer, initialUpload)

const written: UploadEvent = { kind: 'edited', change: { description: 'Contrato', notes: 'Nota', fileTypeId: 2 } }
const form = { description: 'Contrato', notes: 'Nota', fileTypeId: 2 }
const chose: UploadEvent = { kind: 'chose', file }
const started: UploadEvent = { kind: 'started' }

test('section 3: the first file type is preselected', () => expect(initialUpload.form.fileTypeId).toBe(1))

test('section 4: idle, then file chosen, then uploading from 10', () => {
  expect(after().phase).toEqual({ kind: 'idle' })
  expect(after(chose).phase).toEqual({ kind: 'chosen', file })
  expect(after(chose, started).phase).toEqual({ kind: 'uploading', file, percent: 10, checking: false })
})

test('a stored document clears form and file', () => {
  const document = documentWith()
  const state = after(written, chose, started, { kind: 'stored', document })
  expect(state).toEqual({ ...initialUpload, phase: { kind: 'done', document } })
})

test.each<[string, UploadEvent, UploadState['phase']]>([
  ['failed', { kind: 'failed', failure }, { kind: 'failed', file, failure }],
  ['cancelled', { kind: 'cancelled' }, { kind: 'chosen', file }],
])('a %s upload keeps form and file', (_case, event, phase) => {
  expect(after(written, chose, started, event)).toEqual({ form, phase, problem: undefined })
})

test('after a failure: retry, close its panel, or take another file', () => {
  const failed: UploadEvent[] = [chose, started, { kind: 'failed', failure }]
  expect(after(...failed, started).phase.kind).toBe('uploading')
  expect(after(...failed, { kind: 'dismissed' }).phase).toEqual({ kind: 'chosen', file })
  expect(after(...failed, { kind: 'chose', file: other }).phase).toEqual({ kind: 'chosen', file: other })
})

test('nothing is changed under an upload on its way', () => {
  const uploading = after(chose, started)
  const attempts: UploadEvent[] = [written, { kind: 'chose', file: other }, { kind: 'removed' }, started]
  for (const event of attempts) expect(uploadReducer(uploading, event)).toBe(uploading)
})

test('what arrives after the end is dropped', () => {
  const chosen = after(chose, started, { kind: 'cancelled' })
  const late: UploadEvent[] = [
    { kind: 'progressed', percent: 50, checking: false },
    { kind: 'failed', failure },
    { kind: 'stored', document: documentWith() },
  ]
  for (const event of late) expect(uploadReducer(chosen, event)).toBe(chosen)
})

test('an objection stands until something is changed', () => {
  const objected = after(chose, { kind: 'objected', problem })
  expect(objected).toMatchObject({ phase: { kind: 'chosen' }, problem })
  expect(uploadReducer(objected, written).problem).toBeUndefined()
  expect(uploadReducer(objected, { kind: 'removed' })).toEqual(initialUpload)
})
