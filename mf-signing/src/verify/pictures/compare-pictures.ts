import type { PictureLimits } from 'pdf/picture'
import { judgePictures } from 'pdf/picture'
import type { VerificationReport } from 'pdf/verify'
import { WORKER_URL } from '../../pdfjs/pdfjs-files.ts'
import { pdfjsEngine } from '../../viewer/engine/pdfjs-engine.ts'
import { askWorker } from '../verify-here.ts'
import type { PdfiumTask } from './judge-with-pdfium.ts'
import { limitSilence } from './limit-silence.ts'
import { createPdfjsRenderer } from './pdfjs-renderer.ts'
import type { PictureAnswer, PictureProgress, PictureTask } from './picture-task.ts'
import { joinSecondOpinion } from './second-opinion.ts'
import { untilVisible, visibleTime } from './visible-time.ts'

/**
 * Of each renderer. A page of A0 needs 8 million pixels at one pixel a
 * point; a phone has little memory besides the page and its renderers.
 */
const ON_PHONES: Partial<PictureLimits> = { pages: 200, pixels: 8_000_000 }

const NO_PHONE: Partial<PictureLimits> = {}

/** Pages over the limits are named as not compared. */
const pictureLimits = (): Partial<PictureLimits> =>
  globalThis.matchMedia?.('(pointer: coarse)').matches ? ON_PHONES : NO_PHONE

interface ComparingOptions {
  readonly onProgress: (progress: PictureProgress) => void
  readonly signal: AbortSignal
}

export type ComparePictures = (task: PictureTask, options: ComparingOptions) => Promise<VerificationReport>

const startWorker = (): Worker => new Worker(new URL('./picture-worker.ts', import.meta.url))

/** One page may be slow; the judge itself ends after as long. */
const MOST_SILENCE_MS = 60_000

const drawWithPdfium: ComparePictures = (task, { onProgress, signal }) => {
  const silence = limitSilence(MOST_SILENCE_MS, signal)
  const take = (answer: PictureAnswer): VerificationReport | undefined => {
    silence.heard()
    if (answer.kind === 'report') return answer.report
    if (answer.kind === 'progress') onProgress({ renderer: 'first', done: answer.done, total: answer.total })
    return undefined
  }
  const asked: PdfiumTask = { ...task, limits: pictureLimits() }
  return askWorker(startWorker, asked, take, silence.signal).finally(silence.stop)
}

const drawWithPdfjs: ComparePictures = ({ bytes, report }, { onProgress, signal }) =>
  judgePictures(bytes, report, {
    renderer: createPdfjsRenderer(pdfjsEngine),
    limits: pictureLimits(),
    clock: visibleTime(signal),
    onProgress: async (done, total) => {
      onProgress({ renderer: 'second', done, total })
      await untilVisible(signal)
    },
    signal,
  })

const canReachFonts = async (signal: AbortSignal): Promise<boolean> => {
  const answer = await fetch(WORKER_URL, { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined)
  return answer?.ok === true
}

/**
 * The second judge, with both renderers. A renderer that cannot be loaded
 * or crashes leaves its pages as not compared.
 * @throws only if `signal` aborts
 */
export const compareInWorker: ComparePictures = async (task, options) => {
  const first = await drawWithPdfium(task, options).catch(() => task.report)
  options.signal.throwIfAborted()
  const draw = () => drawWithPdfjs(task, options)
  return joinSecondOpinion(task.report, first, { draw, canFetch: () => canReachFonts(options.signal) })
}
