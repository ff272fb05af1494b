import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { judgePictures } from 'pdf/picture'
import { compilePdfium, createPdfiumRenderer } from 'pdf/picture/pdfium'
import type { JudgePictures } from './oracle.ts'

const WASM = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')

/** The picture judge as the server runs it. */
export async function openPictureJudge(): Promise<JudgePictures> {
  const renderer = createPdfiumRenderer(await compilePdfium(await readFile(WASM)))
  return (bytes, report) => judgePictures(bytes, report, { renderer })
}
