import type { PictureRenderer, RenderedFile } from '../renderer.ts'
import { openRevision, type SharedFile } from './shared-file.ts'
import { type CompiledPdfium, webAssembly } from './web-assembly.ts'

export type { CompiledPdfium } from './web-assembly.ts'

/** @param wasm the bytes of `@hyzyla/pdfium/pdfium.wasm`; compile once, also for several workers */
export const compilePdfium = (wasm: Uint8Array): Promise<CompiledPdfium> => webAssembly.compile(wasm)

/** 18 MB for PDFium, the file, one picture, and the images of a page. */
const MEMORY = 256 * 1024 * 1024

export interface PdfiumOptions {
  /** Bytes for one file with all its revisions. */
  readonly memory?: number
}

/** Draws like Chrome, with annotations and form fields. */
export function createPdfiumRenderer(
  program: CompiledPdfium,
  { memory = MEMORY }: PdfiumOptions = {},
): PictureRenderer {
  const files = new Set<SharedFile>()
  return { open: (bytes: Uint8Array): Promise<RenderedFile> => openRevision(files, bytes, { program, memory }) }
}
