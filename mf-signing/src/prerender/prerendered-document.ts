import type { PDFDocumentLoadingTask } from 'pdfjs-dist'
import type { PrerenderedPage } from 'shared/contract'
import { PDFJS_VERSION } from '../pdfjs/pdfjs-files.ts'

export const FIRST_PAGE = 1

/** The first page at the viewer's likely scale. */
export interface FirstPagePicture {
  /** Pixels per point. */
  readonly scale: number
  readonly canvas: HTMLCanvasElement
  readonly finished: Promise<void>
}

export interface FirstPagePainting {
  /** Undefined if painting never starts. */
  readonly picture: Promise<FirstPagePicture | undefined>
  /** The overlay stays. */
  cancel(): void
  hide(): void
}

export interface PrerenderedReading {
  readonly task: PDFDocumentLoadingTask
  readonly painting: FirstPagePainting
}

export interface PrerenderedDocument extends PrerenderedPage {
  port: Worker | undefined
  /** `performance.now()` of the worker's last bytes: the shell waits while they come (`hold-shell.ts`). */
  arrived?: number
  /** `performance.now()` at the start of the download. */
  readonly startedAt: number
  /** Leaves the button to sign (`early-tap`), which the guest's screen takes. */
  uncover(): void
  /** Set once pdf.js has loaded, until it is taken. */
  reading?: PrerenderedReading | undefined
}

/** Milliseconds. An older document may have new signatures. */
const FRESH_MS = 30_000

const isOfThisVersion = (page: PrerenderedPage | undefined): page is PrerenderedDocument =>
  page?.version === PDFJS_VERSION && 'port' in page && page.port !== undefined

const prerenderedDocument = (): PrerenderedDocument | undefined => {
  const page = window.trazoPrerender
  return isOfThisVersion(page) ? page : undefined
}

export const prerenderWorker = (): Worker | undefined => prerenderedDocument()?.port

/** Only the first caller gets the reading. */
export const takePrerenderedReading = (
  url: string,
  now: () => number = () => performance.now(),
): PrerenderedReading | undefined => {
  const prerendered = prerenderedDocument()
  const reading = prerendered?.reading
  if (!prerendered || !reading || prerendered.url !== url) {
    if (prerendered) prerendered.uncover()
    else window.trazoPrerender?.hide()
    return undefined
  }
  prerendered.reading = undefined
  if (now() - prerendered.startedAt <= FRESH_MS) return reading
  reading.painting.hide()
  void reading.task.destroy()
  return undefined
}
