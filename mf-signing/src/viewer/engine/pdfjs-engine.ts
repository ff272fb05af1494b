import type { PageViewport, PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { getDocument, PDFWorker, ResponseException, TextLayer } from 'pdfjs-dist'
import { canvasSizeOf, pixelsOfPoint } from '../../geometry/page-layout.ts'
import { readingOptions, startWorker } from '../../pdfjs/pdfjs-files.ts'
import type { FirstPagePainting, PrerenderedReading } from '../../prerender/prerendered-document.ts'
import { prerenderWorker, takePrerenderedReading } from '../../prerender/prerendered-document.ts'
import { NearPages } from './near-pages.ts'
import type {
  BytesRequest,
  DocumentRequest,
  LaidText,
  LoadProgress,
  OpenTask,
  PdfEngine,
  TextItem,
  TextTask,
  ViewedDocument,
  ViewedPage,
} from './pdf-engine.ts'
import { LoadError } from './pdf-engine.ts'
import type { RenderPage } from './render-page.ts'
import { renderAfter, renderPage } from './render-page.ts'

export interface LiveWorker {
  readonly worker: PDFWorker
  /** Rejects when the worker fails to load or dies. */
  readonly died: Promise<never>
}
let live: LiveWorker | undefined

/** One worker for all documents; survives closing and StrictMode. */
export const sharedWorker = (): LiveWorker => {
  if (live) return live
  const port = prerenderWorker() ?? startWorker()
  const died = new Promise<never>((_resolve, reject) => {
    port.addEventListener('error', (event) => {
      live = undefined
      reject(new LoadError(undefined, { cause: event.message }))
    })
  })
  // Handled by open documents.
  died.catch(() => undefined)
  live = { worker: PDFWorker.create({ port }), died }
  return live
}

export const loadError = (cause: unknown): LoadError => {
  if (cause instanceof LoadError) return cause
  const status = cause instanceof ResponseException && cause.status > 0 ? cause.status : undefined
  return new LoadError(status, { cause })
}

/** Search and text layer need the same items. */
const TEXT = { includeMarkedContent: true } as const

type TextRun = Extract<Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number], { str: string }>

const itemOf = ({ str, hasEOL }: TextRun): TextItem => ({ text: str, endsLine: hasEOL })

const textItemsOf = async (page: PDFPageProxy): Promise<readonly TextItem[]> => {
  const { items } = await page.getTextContent(TEXT)
  return items.flatMap((item) => ('str' in item ? [itemOf(item)] : []))
}

/** pdf.js uses CSS round(), which older browsers lack. */
const measureLayer = ({ style }: HTMLElement, viewport: PageViewport) => {
  const { viewBox, userUnit } = viewport
  const [left = 0, bottom = 0, right = 0, top = 0] = viewBox
  style.setProperty('--total-scale-factor', `calc(var(--page-zoom) * ${userUnit * pixelsOfPoint(viewport)})`)
  style.width = `calc(var(--total-scale-factor) * ${right - left}px)`
  style.height = `calc(var(--total-scale-factor) * ${top - bottom}px)`
}

const layText = (page: PDFPageProxy, container: HTMLElement): TextTask => {
  let cancelled = false
  const lay = async (): Promise<readonly LaidText[] | undefined> => {
    const content = await page.getTextContent(TEXT)
    if (cancelled) return undefined
    const viewport = page.getViewport({ scale: 1 })
    const layer = new TextLayer({ textContentSource: content, container, viewport })
    measureLayer(container, viewport)
    await layer.render()
    const runs = content.items.filter((item) => 'str' in item)
    // pdf.js stops at 100,000 elements.
    return layer.textDivs.flatMap((element, index) => {
      const run = runs[index]
      return run ? [{ ...itemOf(run), element }] : []
    })
  }
  return {
    finished: lay(),
    cancel: () => {
      cancelled = true
    },
  }
}

const openedPage = (page: PDFPageProxy, render: RenderPage): ViewedPage => {
  const { width, height } = page.getViewport({ scale: 1 })
  const points = { width, height }
  return {
    number: page.pageNumber,
    size: canvasSizeOf(points),
    points,
    render: (canvas, scale) => render(page, canvas, scale),
    layText: (container) => layText(page, container),
  }
}

const openedDocument = (pdf: PDFDocumentProxy, painting: FirstPagePainting | undefined): ViewedDocument => {
  const render = painting ? renderAfter(painting, renderPage) : renderPage
  const near = new NearPages<PDFPageProxy>()
  const here = new Map<number, ViewedPage>()
  const rawPage = (number: number) => pdf.getPage(number)
  const bring = async (number: number, keep: (page: PDFPageProxy) => void): Promise<ViewedPage> => {
    const page = await rawPage(number)
    keep(page)
    const opened = here.get(number) ?? openedPage(page, render)
    here.set(number, opened)
    return opened
  }
  return {
    pageCount: pdf.numPages,
    page: (number) => bring(number, (page) => near.show(number, page)),
    pageAhead: (number) => bring(number, (page) => near.add(number, page)),
    here: (number) => here.get(number),
    text: async (number) => textItemsOf(await rawPage(number)),
    bytes: () => pdf.getData(),
    rawPage,
  }
}

const sourceOf = (request: DocumentRequest | BytesRequest) =>
  'bytes' in request ? { data: request.bytes } : { url: request.url, httpHeaders: { ...request.headers } }

const openDocument = (
  request: DocumentRequest | BytesRequest,
  onProgress: (progress: LoadProgress) => void,
): OpenTask => {
  const { worker, died } = sharedWorker()
  let task: PDFDocumentLoadingTask
  let closed = false
  const begin = (started: PDFDocumentLoadingTask) => {
    task = started
    task.onProgress = ({ loaded, total }: { loaded: number; total?: number }) =>
      onProgress({ loaded, total: total && total > 0 ? total : undefined })
    return task.promise
  }
  const read = () => begin(getDocument({ ...sourceOf(request), ...readingOptions, worker }))
  const prerendered = 'url' in request ? takePrerenderedReading(request.url) : undefined
  const readAnew = async () => openedDocument(await read(), undefined)
  const adopt = async ({ task, painting }: PrerenderedReading) => openedDocument(await begin(task), painting)
  // The prerender's request has no access token; retry with one.
  const opened = prerendered
    ? adopt(prerendered).catch((cause: unknown) => (closed ? Promise.reject(cause) : readAnew()))
    : readAnew()

  const document = Promise.race([opened, died]).catch((cause: unknown) => {
    throw loadError(cause)
  })
  const close = () => {
    closed = true
    return task.destroy()
  }
  return { document, close }
}

/** The only access to pdf.js. */
export const pdfjsEngine: PdfEngine = { open: openDocument }
