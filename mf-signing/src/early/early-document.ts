import type { PDFDocumentLoadingTask } from 'pdfjs-dist'
import { PDFJS_VERSION } from '../viewer/engine/pdfjs-files.ts'
import type { EarlyPainting } from './early-picture.ts'

/** What the page itself has started, before there was anybody to show it. */
export interface EarlyDocument {
  /** Version of pdf.js: another one cannot use what this one has made. */
  readonly version: string
  readonly url: string
  readonly port: Worker
  /** `performance.now()` when the reading began, in milliseconds. */
  readonly startedAt: number
  /** There once pdf.js is, until somebody takes it. */
  reading?: EarlyReading | undefined
}

/** The document being read, and its first page being painted. */
export interface EarlyReading {
  readonly task: PDFDocumentLoadingTask
  readonly painting: EarlyPainting
}

declare global {
  interface Window {
    /** Set by the first script of a signing page, which is a program of its own. */
    trazoEarlyDocument?: EarlyDocument | undefined
  }
}

/** A document that was begun longer ago is read anew: somebody may have signed it since. In milliseconds. */
const FRESH_MS = 30_000

const earlyDocument = (): EarlyDocument | undefined => {
  const early = window.trazoEarlyDocument
  return early?.version === PDFJS_VERSION ? early : undefined
}

/** The worker of the page's first script, if it started one. */
export const earlyWorker = (): Worker | undefined => earlyDocument()?.port

/** The reading of this document that the page has begun. Only the first who asks gets it. */
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
