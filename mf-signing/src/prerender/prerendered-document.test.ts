/** @jest-environment jsdom */
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
    uncover: () => undefined,
    ...over,
  }
  window.trazoPrerender = prerendered
  return { reading, destroy, port }
}
afterEach(() => {
  window.trazoPrerender = undefined
})

test('the viewer takes over the worker and the document that the page has loaded', () => {
  const { reading, port } = start()
  expect(prerenderWorker()).toBe(port)
  expect(takePrerenderedReading(URL, () => 1500)).toBe(reading)
})

test('the viewer takes the prerendered document only once', () => {
  start()
  takePrerenderedReading(URL, () => 1500)
  expect(takePrerenderedReading(URL, () => 1500)).toBeUndefined()
  expect(prerenderWorker()).toBeDefined()
})

test('the viewer does not take a prerendered document with another URL', () => {
  const { reading } = start()
  expect(takePrerenderedReading('/home/api/files/13/public_download', () => 1500)).toBeUndefined()
  expect(takePrerenderedReading(URL, () => 1500)).toBe(reading)
})

test('after 30 seconds the viewer discards the prerendered document, which may be outdated', () => {
  const { destroy } = start()
  expect(takePrerenderedReading(URL, () => 31_001)).toBeUndefined()
  expect(destroy).toHaveBeenCalledTimes(1)
})

test('the viewer takes nothing from another version of pdf.js or without a prerendered document', () => {
  start({ version: '5.0.0' })
  expect([prerenderWorker(), takePrerenderedReading(URL, () => 1500)]).toEqual([undefined, undefined])
  window.trazoPrerender = undefined
  expect([prerenderWorker(), takePrerenderedReading(URL, () => 1500)]).toEqual([undefined, undefined])
})

test('the viewer takes nothing before pdf.js has started to read the document', () => {
  start({ reading: undefined })
  expect(takePrerenderedReading(URL, () => 1500)).toBeUndefined()
})

test('the viewer takes nothing when the worker did not load', () => {
  start({ port: undefined })
  expect([prerenderWorker(), takePrerenderedReading(URL, () => 1500)]).toEqual([undefined, undefined])
})
