import type { PDFDocumentLoadingTask } from 'pdfjs-dist'
import { PDFJS_VERSION } from '../viewer/engine/pdfjs-files.ts'
import type { EarlyDocument } from './early-document.ts'
import { earlyWorker, takeEarlyTask } from './early-document.ts'

const URL = '/home/api/files/12/public_download'

/** What of pdf.js's loading task is used here. */
const loadingTask = () => {
  const destroy = jest.fn(async () => undefined)
  return { destroy, task: { destroy } as unknown as PDFDocumentLoadingTask }
}

const start = (over: Partial<EarlyDocument> = {}) => {
  const { task, destroy } = loadingTask()
  const port = new EventTarget() as Worker
  window.trazoEarlyDocument = { version: PDFJS_VERSION, url: URL, port, startedAt: 1000, task, ...over }
  return { task, destroy, port }
}
afterEach(() => {
  window.trazoEarlyDocument = undefined
})

test('the viewer takes over the worker and the document that the page has started', () => {
  const { task, port } = start()
  expect(earlyWorker()).toBe(port)
  expect(takeEarlyTask(URL, () => 1500)).toBe(task)
})

test('only once: whoever opens the document again reads it anew', () => {
  start()
  takeEarlyTask(URL, () => 1500)
  expect(takeEarlyTask(URL, () => 1500)).toBeUndefined()
  expect(earlyWorker()).toBeDefined()
})

test('not for another document', () => {
  const { task } = start()
  expect(takeEarlyTask('/home/api/files/13/public_download', () => 1500)).toBeUndefined()
  expect(takeEarlyTask(URL, () => 1500)).toBe(task)
})

test('not after half a minute: somebody may have signed since', () => {
  const { destroy } = start()
  expect(takeEarlyTask(URL, () => 31_001)).toBeUndefined()
  expect(destroy).toHaveBeenCalledTimes(1)
})

test('nothing of another version of pdf.js, and nothing where nothing was started', () => {
  start({ version: '5.0.0' })
  expect([earlyWorker(), takeEarlyTask(URL, () => 1500)]).toEqual([undefined, undefined])
  window.trazoEarlyDocument = undefined
  expect([earlyWorker(), takeEarlyTask(URL, () => 1500)]).toEqual([undefined, undefined])
})

test('not before pdf.js is there', () => {
  start({ task: undefined })
  expect(takeEarlyTask(URL, () => 1500)).toBeUndefined()
})
