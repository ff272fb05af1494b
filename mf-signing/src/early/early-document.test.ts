import type { PDFDocumentLoadingTask } from 'pdfjs-dist'
import { PDFJS_VERSION } from '../viewer/engine/pdfjs-files.ts'
import type { EarlyDocument } from './early-document.ts'
import { earlyWorker, takeEarlyReading } from './early-document.ts'

const URL = '/home/api/files/12/public_download'

/** Only the parts of pdf.js's loading task used here. */
const loadingTask = () => {
  const destroy = jest.fn(async () => undefined)
  const task = { destroy } as unknown as PDFDocumentLoadingTask
  const painting = { picture: Promise.resolve(undefined), cancel: () => undefined, uncover: () => undefined }
  return { destroy, reading: { task, painting } }
}

const start = (over: Partial<EarlyDocument> = {}) => {
  const { reading, destroy } = loadingTask()
  const port = new EventTarget() as Worker
  window.trazoEarlyDocument = { version: PDFJS_VERSION, url: URL, port, startedAt: 1000, reading, ...over }
  return { reading, destroy, port }
}
afterEach(() => {
  window.trazoEarlyDocument = undefined
})

test('the viewer takes over the worker and the document that the page has started', () => {
  const { reading, port } = start()
  expect(earlyWorker()).toBe(port)
  expect(takeEarlyReading(URL, () => 1500)).toBe(reading)
})

test('only once: whoever opens the document again reads it anew', () => {
  start()
  takeEarlyReading(URL, () => 1500)
  expect(takeEarlyReading(URL, () => 1500)).toBeUndefined()
  expect(earlyWorker()).toBeDefined()
})

test('not for another document', () => {
  const { reading } = start()
  expect(takeEarlyReading('/home/api/files/13/public_download', () => 1500)).toBeUndefined()
  expect(takeEarlyReading(URL, () => 1500)).toBe(reading)
})

test('not after half a minute: somebody may have signed since', () => {
  const { destroy } = start()
  expect(takeEarlyReading(URL, () => 31_001)).toBeUndefined()
  expect(destroy).toHaveBeenCalledTimes(1)
})

test('nothing of another version of pdf.js, and nothing where nothing was started', () => {
  start({ version: '5.0.0' })
  expect([earlyWorker(), takeEarlyReading(URL, () => 1500)]).toEqual([undefined, undefined])
  window.trazoEarlyDocument = undefined
  expect([earlyWorker(), takeEarlyReading(URL, () => 1500)]).toEqual([undefined, undefined])
})

test('not before pdf.js is there', () => {
  start({ reading: undefined })
  expect(takeEarlyReading(URL, () => 1500)).toBeUndefined()
})
