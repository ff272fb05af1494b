import { documentWith } from '../../testing/documents.ts'
import {
  type BatchEvent,
  type BatchState,
  batchReducer,
  currentItem,
  emptyBatch,
  storedDocuments,
} from './batch-state.ts'

const file = (name: string, content = '%PDF-1.7') =>
  new File([content], name, { type: 'application/pdf', lastModified: 1 })
const brought = (...names: readonly string[]): BatchEvent => ({
  kind: 'brought',
  files: names.map((name, index) => ({
    key: `${name} ${index}`,
    file: file(name),
    problem: name.endsWith('.pdf') ? undefined : { reason: 'Solo PDF', retryable: false },
  })),
})
const play = (...events: readonly BatchEvent[]): BatchState => events.reduce(batchReducer, emptyBatch)
const stored = (key: string, id: number): BatchEvent => ({ kind: 'stored', key, document: documentWith({ id }) })
const kinds = ({ items }: BatchState) => items.map(({ state }) => state.kind)

test('the files are uploaded in the order of the choice, and a file that is no PDF is left out', () => {
  const started = play(brought('a.pdf', 'b.txt', 'c.pdf'))
  expect(kinds(started)).toEqual(['waiting', 'refused', 'waiting'])
  expect(currentItem(started)?.key).toBe('a.pdf 0')
  const next = batchReducer(started, stored('a.pdf 0', 1))
  expect(currentItem(next)?.key).toBe('c.pdf 2')
  const last = batchReducer(next, stored('c.pdf 2', 2))
  expect(last.phase).toBe('asking')
  expect(storedDocuments(last).map(({ id }) => id)).toEqual([1, 2])
})

test('one stored document and none end without a question', () => {
  expect(play(brought('a.pdf', 'b.txt'), stored('a.pdf 0', 1)).phase).toBe('done')
  expect(play(brought('a.txt', 'b.txt')).phase).toBe('done')
})

test('the same file twice is marked, and a file with its name and another content is not', () => {
  const { items } = play({
    kind: 'brought',
    files: [file('a.pdf'), file('a.pdf'), file('a.pdf', '%PDF-1.7 longer')].map((each, index) => ({
      key: String(index),
      file: each,
      problem: undefined,
    })),
  })
  expect(items.map(({ repeats }) => repeats)).toEqual([false, true, false])
  expect(play(brought('a.pdf'), brought('a.pdf')).items.map(({ repeats }) => repeats)).toEqual([false, true])
})

test('after a stop the running file waits again, a late report changes nothing, and the batch continues there', () => {
  const stopped = play(brought('a.pdf', 'b.pdf'), { kind: 'started', key: 'a.pdf 0' }, { kind: 'stopped' })
  expect(kinds(stopped)).toEqual(['waiting', 'waiting'])
  expect(currentItem(stopped)).toBeUndefined()
  expect(batchReducer(stopped, { kind: 'refused', key: 'a.pdf 0', reason: 'x', retryable: true })).toBe(stopped)
  expect(currentItem(batchReducer(stopped, { kind: 'continued' }))?.key).toBe('a.pdf 0')
})

test('what waits after a finished stop can be uploaded later, and what is stored is asked about', () => {
  const events = [stored('a.pdf 0', 1), stored('b.pdf 1', 2), { kind: 'stopped' }] as const
  const finished = play(brought('a.pdf', 'b.pdf', 'c.pdf'), ...events, { kind: 'finished', reason: 'Cancelaste' })
  expect(finished.phase).toBe('asking')
  expect(kinds(finished)).toEqual(['stored', 'stored', 'refused'])
  const answered = batchReducer(finished, { kind: 'answered' })
  expect([answered.phase, kinds(answered)]).toEqual(['done', ['refused']])
  expect(currentItem(batchReducer(answered, { kind: 'retried' }))?.key).toBe('c.pdf 2')
})

test('a retry takes only failures that may pass', () => {
  const failed = play(brought('a.pdf', 'b.txt'), { kind: 'refused', key: 'a.pdf 0', reason: 'x', retryable: true })
  expect(failed.phase).toBe('done')
  expect(kinds(batchReducer(failed, { kind: 'retried' }))).toEqual(['waiting', 'refused'])
})
