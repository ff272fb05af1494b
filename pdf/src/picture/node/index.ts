import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type CompiledPdfium, compilePdfium, createPdfiumRenderer } from '../pdfium/index.ts'
import type { PictureRenderer } from '../renderer.ts'

const WASM = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')

let compiled: Promise<CompiledPdfium> | undefined

/** From the package's file; compiled once a thread. */
export const loadPdfium = (): Promise<CompiledPdfium> => {
  compiled ??= readFile(WASM).then(compilePdfium)
  return compiled
}

export const loadPictureRenderer = async (): Promise<PictureRenderer> => createPdfiumRenderer(await loadPdfium())
