import { PDFJS_VERSION, readingOptions, startWorker, WORKER_URL } from '../viewer/engine/pdfjs-files.ts'
import { documentOfPage, invitationHeader } from './document-of-page.ts'
import type { EarlyDocument } from './early-document.ts'
import { paintEarly } from './early-picture.ts'

const apiHost = document.querySelector('meta[name="trazo-api-host"]')?.getAttribute('content') ?? ''
const url = documentOfPage(window.location.pathname, apiHost)

/** While the shell and this remote are still on their way, the worker starts and the document opens. */
const openEarly = async (early: EarlyDocument) => {
  const { getDocument, PDFWorker } = await import('pdfjs-dist')
  const worker = PDFWorker.create({ port: early.port })
  const task = getDocument({
    url: early.url,
    httpHeaders: invitationHeader(window.location.search),
    ...readingOptions,
    worker,
  })
  // Whoever takes it hears of it.
  task.promise.catch(() => undefined)
  const painting = paintEarly(task.promise, window)
  early.reading = { task, painting }
  window.trazoUncover = painting.uncover
  return { worker, painting }
}

/**
 * Brings the worker's file into the browser's cache. A worker's own request waits until everything is there that the
 * page has asked for; this one does not, and that one then shares its answer.
 */
const hurryWorker = async (): Promise<void> => {
  const { body } = await fetch(WORKER_URL, { priority: 'high' })
  await body?.pipeTo(new WritableStream())
}

if (url !== undefined) {
  hurryWorker().catch(() => undefined)
  const early: EarlyDocument = { version: PDFJS_VERSION, url, port: startWorker(), startedAt: performance.now() }
  window.trazoEarlyDocument = early
  // A worker that did not come is not handed on.
  early.port.addEventListener('error', () => {
    window.trazoEarlyDocument = undefined
  })
  // The viewer begins anew, and says what is wrong.
  const opened = openEarly(early)
  window.trazoArrived = opened.then(({ worker }) => worker.promise).catch(() => undefined)
  window.trazoFirst = opened
    .then(({ painting }) => painting.picture)
    .then((picture) => picture?.finished)
    .catch(() => undefined)
}
