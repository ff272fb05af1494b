import type { PDFDocumentLoadingTask } from 'pdfjs-dist'
import { PDFJS_VERSION } from '../viewer/engine/pdfjs-files.ts'
import type { EarlyPainting } from './early-picture.ts'

export interface EarlyDocument {
  /** Version of pdf.js; must match the viewer's. */
  readonly version: string
  readonly url: string
  readonly port: Worker
  /** `performance.now()` when the download began, in milliseconds. */
  readonly startedAt: number
  /** Set once pdf.js has loaded; unset when taken. */
  reading?: EarlyReading | undefined
}

export interface EarlyReading {
  readonly task: PDFDocumentLoadingTask
  readonly painting: EarlyPainting
}

declare global {
  interface Window {
    /** Set by the first script of a signing page. */
    trazoEarlyDocument?: EarlyDocument | undefined
  }
}

/** Reload older documents: they may have new signatures. In milliseconds. */
const FRESH_MS = 30_000

const earlyDocument = (): EarlyDocument | undefined => {
  const early = window.trazoEarlyDocument
  return early?.version === PDFJS_VERSION ? early : undefined
}

export const earlyWorker = (): Worker | undefined => earlyDocument()?.port

/** Returns the reading only to the first caller. */
export const takeEarlyReading = (
  url: string,
  now: () => number = () => performance.now(),
): EarlyReading | undefined => {
  const early = earlyDocument()
  const reading = early?.reading
  if (!early || !reading || early.url !== url) return undefined
  early.reading = undefined
  if (now() - early.startedAt <= FRESH_MS) return reading
  reading.painting.uncover()
  void reading.task.destroy()
  return undefined
}
