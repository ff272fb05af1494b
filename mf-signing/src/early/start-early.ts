import { PDFJS_VERSION, readingOptions, startWorker, WORKER_URL } from '../viewer/engine/pdfjs-files.ts'
import { documentOfPage, invitationHeader } from './document-of-page.ts'
import type { EarlyDocument } from './early-document.ts'
import { paintEarly } from './early-picture.ts'

const apiHost = document.querySelector('meta[name="trazo-api-host"]')?.getAttribute('content') ?? ''
const url = documentOfPage(window.location.pathname, apiHost)

/** Starts worker and document while shell and remote load. */
const openEarly = async (early: EarlyDocument) => {
  const { getDocument, PDFWorker } = await import('pdfjs-dist')
  const worker = PDFWorker.create({ port: early.port })
  const task = getDocument({
    url: early.url,
    httpHeaders: invitationHeader(window.location.search),
    ...readingOptions,
    worker,
  })
  // The taker handles the rejection.
  task.promise.catch(() => undefined)
  const painting = paintEarly(task.promise, window)
  early.reading = { task, painting }
  window.trazoUncover = painting.uncover
  return { worker, painting }
}

/**
 * Puts the worker's file into the HTTP cache. A worker's own request
 * waits for all other requests of the page; this one doesn't.
 */
const hurryWorker = async (): Promise<void> => {
  const { body } = await fetch(WORKER_URL, { priority: 'high' })
  await body?.pipeTo(new WritableStream())
}

if (url !== undefined) {
  hurryWorker().catch(() => undefined)
  const early: EarlyDocument = { version: PDFJS_VERSION, url, port: startWorker(), startedAt: performance.now() }
  window.trazoEarlyDocument = early
  // The viewer must not reuse a worker that failed to load.
  early.port.addEventListener('error', () => {
    window.trazoEarlyDocument = undefined
  })
  // On failure the viewer loads it again and reports the error.
  const opened = openEarly(early)
  window.trazoArrived = opened.then(({ worker }) => worker.promise).catch(() => undefined)
  window.trazoFirst = opened
    .then(({ painting }) => painting.picture)
    .then((picture) => picture?.finished)
    .catch(() => undefined)
}
