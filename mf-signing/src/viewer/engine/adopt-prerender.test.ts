/** @jest-environment jsdom */
import { getDocument } from 'pdfjs-dist'
import { PDFJS_VERSION } from '../../pdfjs/pdfjs-files.ts'

jest.mock('pdfjs-dist', () => ({
  getDocument: jest.fn(),
  PDFWorker: { create: ({ port }: { port: Worker }) => ({ port }) },
  ResponseException: class extends Error {
    status = 404
  },
}))

const URL = '/home/api/files/12/public_download'
const pdf = (numPages: number) => ({ numPages })

const loadingTask = (promise: Promise<unknown>) => ({
  promise,
  destroy: jest.fn(async () => undefined),
  onProgress: undefined as ((progress: { loaded: number; total: number }) => void) | undefined,
})

const startPrerender = (task: ReturnType<typeof loadingTask>) =>
  Object.assign(window, {
    trazoPrerender: {
      version: PDFJS_VERSION,
      url: URL,
      port: new EventTarget(),
      loaded: Promise.resolve(),
      painted: Promise.resolve(),
      hide: () => undefined,
      startedAt: performance.now(),
      reading: {
        task,
        painting: { picture: Promise.resolve(undefined), cancel: () => undefined, hide: () => undefined },
      },
    },
  })

const engine = async () => (await import('./pdfjs-engine.ts')).pdfjsEngine

const reading = (promise: Promise<unknown>) => {
  const task = loadingTask(promise)
  jest.mocked(getDocument).mockReturnValueOnce(task as unknown as ReturnType<typeof getDocument>)
  return task
}

const request = { url: URL, headers: { Authorization: 'Bearer word' } }
const ignore = () => undefined

beforeEach(() => jest.mocked(getDocument).mockReset())
afterEach(() => {
  window.trazoPrerender = undefined
})

test('the engine takes over the prerendered document without a second request and reports its progress', async () => {
  const begun = loadingTask(Promise.resolve(pdf(4)))
  startPrerender(begun)
  const progressed = jest.fn()
  const { document, close } = (await engine()).open(request, progressed)
  begun.onProgress?.({ loaded: 5, total: 10 })
  expect((await document).pageCount).toBe(4)
  expect(progressed).toHaveBeenCalledWith({ loaded: 5, total: 10 })
  expect(getDocument).not.toHaveBeenCalled()
  await close()
  expect(begun.destroy).toHaveBeenCalledTimes(1)
})

test('a document whose prerender was refused is loaded with the access token', async () => {
  startPrerender(loadingTask(Promise.reject(new Error('404'))))
  const own = reading(Promise.resolve(pdf(2)))
  const { document, close } = (await engine()).open(request, ignore)
  expect((await document).pageCount).toBe(2)
  expect(getDocument).toHaveBeenCalledWith(
    expect.objectContaining({ url: URL, httpHeaders: { Authorization: 'Bearer word' } }),
  )
  await close()
  expect(own.destroy).toHaveBeenCalledTimes(1)
})

test('a document that closes before its prerender fails is not loaded again', async () => {
  const { promise, reject } = Promise.withResolvers()
  startPrerender(loadingTask(promise))
  const { document, close } = (await engine()).open(request, ignore)
  const closed = close()
  reject(new Error('destroyed'))
  await closed
  await expect(document).rejects.toThrow('could not be loaded')
  expect(getDocument).not.toHaveBeenCalled()
})
