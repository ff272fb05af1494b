import type { PDFPageProxy } from 'pdfjs-dist'
import { getDocument, PDFWorker, RenderingCancelledException, ResponseException, version } from 'pdfjs-dist'
import type {
  DocumentRequest,
  LoadProgress,
  OpenTask,
  PdfDocument,
  PdfEngine,
  PdfPage,
  RenderTask,
} from './pdf-engine.ts'
import { LoadError } from './pdf-engine.ts'

/** The site serves the worker and its data under the version: viewer and worker can never be of two versions. */
const BASE = `/pdfjs/${version}/`

interface LiveWorker {
  readonly worker: PDFWorker
  /** Rejects when the worker's script cannot be loaded or dies. */
  readonly died: Promise<never>
}
let live: LiveWorker | undefined

/** One worker for every document: it survives their closing, and StrictMode. */
const sharedWorker = (): LiveWorker => {
  if (live) return live
  const port = new Worker(`${BASE}pdf.worker.min.mjs`, { type: 'module' })
  const died = new Promise<never>((_resolve, reject) => {
    port.addEventListener('error', (event) => {
      live = undefined
      reject(new LoadError(undefined, { cause: event.message }))
    })
  })
  // Whoever waits for a document hears of it; without a document nobody needs to.
  died.catch(() => undefined)
  live = { worker: PDFWorker.create({ port }), died }
  return live
}

const loadError = (cause: unknown): LoadError => {
  if (cause instanceof LoadError) return cause
  const status = cause instanceof ResponseException && cause.status > 0 ? cause.status : undefined
  return new LoadError(status, { cause })
}

const render = (page: PDFPageProxy, canvas: HTMLCanvasElement, scale: number): RenderTask => {
  const viewport = page.getViewport({ scale })
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const task = page.render({ canvas, viewport })
  const finished = task.promise.then(
    () => 'painted' as const,
    (error: unknown) => {
      if (error instanceof RenderingCancelledException) return 'cancelled' as const
      throw error
    },
  )
  return { finished, cancel: () => task.cancel() }
}

const openedPage = (page: PDFPageProxy): PdfPage => {
  const { width, height } = page.getViewport({ scale: 1 })
  return { number: page.pageNumber, size: { width, height }, render: (canvas, scale) => render(page, canvas, scale) }
}

const open = ({ url, headers }: DocumentRequest, onProgress: (progress: LoadProgress) => void): OpenTask => {
  const { worker, died } = sharedWorker()
  const task = getDocument({
    url,
    httpHeaders: { ...headers },
    worker,
    // Only what is looked at is fetched: a long scan shows its first page after a few ranges.
    disableStream: true,
    disableAutoFetch: true,
    // Every signer sees the same glyphs, whatever is installed.
    useSystemFonts: false,
    cMapUrl: `${BASE}cmaps/`,
    standardFontDataUrl: `${BASE}standard_fonts/`,
    // Without it a page of JPEG 2000 stays blank.
    wasmUrl: `${BASE}wasm/`,
    iccUrl: `${BASE}iccs/`,
  })
  task.onProgress = ({ loaded, total }: { loaded: number; total?: number }) =>
    onProgress({ loaded, total: total && total > 0 ? total : undefined })

  const document = Promise.race([task.promise, died]).then(
    (pdf): PdfDocument => {
      const opened = new Map<number, PDFPageProxy>()
      return {
        pageCount: pdf.numPages,
        page: async (number) => {
          const page = await pdf.getPage(number)
          for (const [other, proxy] of opened) {
            if (Math.abs(other - number) > 1 && proxy.cleanup()) opened.delete(other)
          }
          opened.set(number, page)
          return openedPage(page)
        },
      }
    },
    (cause: unknown) => {
      throw loadError(cause)
    },
  )
  return { document, close: () => task.destroy() }
}

/** The one module that knows pdf.js. */
export const pdfjsEngine: PdfEngine = { open }
