import { judgePictures, type PictureLimits } from 'pdf/picture'
import { compilePdfium, createPdfiumRenderer } from 'pdf/picture/pdfium'
import type { VerificationReport } from 'pdf/verify'
import type { PictureTask } from './picture-task.ts'

export interface PdfiumTask extends PictureTask {
  readonly limits: Partial<PictureLimits>
}

/** @param wasm PDFium's program */
export const judgeWithPdfium = async (
  { bytes, report, limits }: PdfiumTask,
  wasm: Uint8Array,
  onProgress: (done: number, total: number) => void,
): Promise<VerificationReport> =>
  judgePictures(bytes, report, { renderer: createPdfiumRenderer(await compilePdfium(wasm)), limits, onProgress })
