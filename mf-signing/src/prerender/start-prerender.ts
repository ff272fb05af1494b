import { LIBRARY_URL, PDFJS_VERSION, readingOptions, startWorker, WORKER_URL } from '../pdfjs/pdfjs-files.ts'
import { documentOfPage, invitationHeader } from './document-of-page.ts'
import earlyButton from './early-tap/early-button.css?text'
import { removeEarlyButton } from './early-tap/early-button.ts'
import { paintFirstPage } from './paint-first-page.ts'
import placement from './placement.css?text'
import type { PrerenderOverlay } from './prerender-overlay.ts'
import { createPrerenderOverlay } from './prerender-overlay.ts'
import type { PrerenderedDocument } from './prerendered-document.ts'
import { showServerPicture } from './server-picture.ts'

const openDocument = async (url: string, port: Worker, overlay: PrerenderOverlay) => {
  // webpack would wrap it in 0.1 kB.
  const { getDocument, PDFWorker }: typeof import('pdfjs-dist') = await import(/* webpackIgnore: true */ LIBRARY_URL)
  const worker = PDFWorker.create({ port })
  const httpHeaders = invitationHeader(window.location.search)
  const task = getDocument({ url, httpHeaders, ...readingOptions, worker })
  // The taker handles the rejection.
  task.promise.catch(() => undefined)
  return { worker, reading: { task, painting: paintFirstPage(task.promise, window, overlay) } }
}

/** A worker's own request waits for all others of the page. */
const hurryWorker = async (onBytes: () => void): Promise<void> => {
  const { body } = await fetch(WORKER_URL, { priority: 'high' })
  await body?.pipeTo(new WritableStream({ write: onBytes }))
}

/** The shell's style sheet loads later. */
const adoptPlacement = (): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${placement}${earlyButton}`)
  document.adoptedStyleSheets.push(sheet)
}

const startPrerender = (url: string): void => {
  const noteArrival = () => {
    prerendered.arrived = performance.now()
  }
  hurryWorker(noteArrival).catch(() => undefined)
  adoptPlacement()
  const overlay = createPrerenderOverlay()
  const port = startWorker()
  const pictured = showServerPicture(window, overlay)
  // pdf.js keeps the processor of a phone busy for a second.
  const opened = pictured.then(() => openDocument(url, port, overlay))
  const prerendered: PrerenderedDocument = {
    url,
    version: PDFJS_VERSION,
    port,
    startedAt: performance.now(),
    // On failure the viewer loads it again and reports the error.
    loaded: opened.then(({ worker }) => worker.promise).catch(() => undefined),
    painted: opened
      .then(({ reading }) => reading.painting.picture)
      .then((picture) => picture?.finished)
      .catch(() => undefined),
    pictured: pictured.then((shown) => (shown ? undefined : new Promise(() => undefined))),
    uncover: overlay.hide,
    hide() {
      overlay.hide()
      removeEarlyButton()
    },
  }
  void opened.then(({ reading }) => {
    prerendered.reading = reading
    // The viewer tells the error, where the picture would cover it.
    reading.task.promise.catch(overlay.hide)
  }, overlay.hide)
  // The viewer must not reuse a worker that failed to load.
  port.addEventListener('error', () => {
    prerendered.port = undefined
    overlay.hide()
  })
  window.trazoPrerender = prerendered
}

const apiHost = document.querySelector('meta[name="trazo-api-host"]')?.getAttribute('content') ?? ''
const url = documentOfPage(window.location.pathname, apiHost)
if (url !== undefined) startPrerender(url)
