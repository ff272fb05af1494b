import integrity from 'pdfium.wasm?integrity'
import { answerTask } from '../answer-task.ts'
import { judgeWithPdfium, type PdfiumTask } from './judge-with-pdfium.ts'
import type { PictureAnswer } from './picture-task.ts'

const answer = (message: PictureAnswer): void => self.postMessage(message)

/** @throws if the server cannot be reached, or sent another file than the build has */
const fetchPdfium = async (): Promise<Uint8Array> => {
  const file = await fetch(new URL('pdfium.wasm', import.meta.url), { integrity })
  if (!file.ok) throw new Error(`PDFium could not be loaded (${file.status})`)
  return new Uint8Array(await file.arrayBuffer())
}

answerTask<PdfiumTask>(async (task) => {
  const wasm = await fetchPdfium()
  answer({ kind: 'loaded' })
  const report = await judgeWithPdfium(task, wasm, (done, total) => answer({ kind: 'progress', done, total }))
  answer({ kind: 'report', report })
})
