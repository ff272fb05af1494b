import type { PDFDocumentLoadingTask } from 'pdfjs-dist'
import { PDFJS_VERSION } from '../pdfjs/pdfjs-files.ts'
import type { PrerenderedDocument } from './prerendered-document.ts'
import { prerenderWorker, takePrerenderedReading } from './prerendered-document.ts'

const URL = '/home/api/files/12/public_download'

const loadingTask = () => {
  const destroy = jest.fn(async () => undefined)
  const task = { destroy } as unknown as PDFDocumentLoadingTask
  const painting = { picture: Promise.resolve(undefined), cancel: () => undefined, hide: () => undefined }
  return { destroy, reading: { task, painting } }
}

const start = (over: Partial<PrerenderedDocument> = {}) => {
  const { reading, destroy } = loadingTask()
  const port = new EventTarget() as Worker
  const prerendered: PrerenderedDocument = {
    version: PDFJS_VERSION,
    url: URL,
    port,
    startedAt: 1000,
    reading,
    loaded: Promise.resolve(),
    painted: Promise.resolve(),
    hide: () => undefined,
    ...over,
  }
  window.trazoPrerender = prerendered
  return { reading, destroy, port }
}
afterEach(() => {
  window.trazoPrerender = undefined
})

test('the viewer takes over the worker and the document that the page has started', () => {
  const { reading, port } = start()
  expect(prerenderWorker()).toBe(port)
  expect(takePrerenderedReading(URL, () => 1500)).toBe(reading)
})

test('only once: opening the document again reads it again', () => {
  start()
  takePrerenderedReading(URL, () => 1500)
  expect(takePrerenderedReading(URL, () => 1500)).toBeUndefined()
  expect(prerenderWorker()).toBeDefined()
})

test('not for another document', () => {
  const { reading } = start()
  expect(takePrerenderedReading('/home/api/files/13/public_download', () => 1500)).toBeUndefined()
  expect(takePrerenderedReading(URL, () => 1500)).toBe(reading)
})

test('not after half a minute: the document may have a new signature', () => {
  const { destroy } = start()
  expect(takePrerenderedReading(URL, () => 31_001)).toBeUndefined()
  expect(destroy).toHaveBeenCalledTimes(1)
})

test('nothing of another version of pdf.js, and nothing where nothing was started', () => {
  start({ version: '5.0.0' })
  expect([prerenderWorker(), takePrerenderedReading(URL, () => 1500)]).toEqual([undefined, undefined])
  window.trazoPrerender = undefined
  expect([prerenderWorker(), takePrerenderedReading(URL, () => 1500)]).toEqual([undefined, undefined])
})

test('not before pdf.js is there', () => {
  start({ reading: undefined })
  expect(takePrerenderedReading(URL, () => 1500)).toBeUndefined()
})

test('not when the worker did not load', () => {
  start({ port: undefined })
  expect([prerenderWorker(), takePrerenderedReading(URL, () => 1500)]).toEqual([undefined, undefined])
})
