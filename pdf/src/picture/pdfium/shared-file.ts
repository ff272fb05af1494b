import { PictureError, type RenderedFile } from '../renderer.ts'
import { allocateMemory, drawPage, openDocument, type PdfiumDocument } from './draw-page.ts'
import { type PdfiumModule, startPdfium } from './start-pdfium.ts'
import type { CompiledPdfium } from './web-assembly.ts'

export interface PdfiumProgram {
  readonly program: CompiledPdfium
  /** Bytes. */
  readonly memory: number
}

interface Instance {
  readonly pdfium: PdfiumModule
  /** Of the file's bytes. */
  readonly pointer: number
}

/**
 * Revisions are prefixes of one file: they share an instance of PDFium and
 * one copy of the bytes. An instance that failed is replaced.
 */
export interface SharedFile {
  readonly bytes: Uint8Array
  users: number
  /** Undefined before the first use and after a failure. */
  instance: Promise<Instance> | undefined
}

const isPrefix = (bytes: Uint8Array, of: Uint8Array): boolean =>
  bytes.buffer === of.buffer && bytes.byteOffset === of.byteOffset && bytes.length <= of.length

/** @throws if PDFium cannot read the revision */
export async function openRevision(
  files: Set<SharedFile>,
  bytes: Uint8Array,
  program: PdfiumProgram,
): Promise<RenderedFile> {
  const known = [...files].find((each) => isPrefix(bytes, each.bytes))
  const file: SharedFile = known ?? { bytes, users: 0, instance: undefined }
  files.add(file)
  file.users++
  const close = (): void => {
    file.users--
    if (file.users === 0) files.delete(file)
  }
  try {
    return await openIn(file, bytes.length, { program, close })
  } catch (error) {
    close()
    throw error
  }
}

interface Opening {
  readonly program: PdfiumProgram
  readonly close: () => void
}

async function openIn(file: SharedFile, length: number, { program, close }: Opening): Promise<RenderedFile> {
  let opened: { readonly in: Promise<Instance>; readonly document: PdfiumDocument } | undefined
  const use = async <Result>(work: (pdfium: PdfiumModule, document: PdfiumDocument) => Result): Promise<Result> => {
    const starting = file.instance ?? startWith(file.bytes, program)
    file.instance = starting
    try {
      const { pdfium, pointer } = await starting
      if (opened?.in !== starting) opened = { in: starting, document: openDocument(pdfium, pointer, length) }
      return work(pdfium, opened.document)
    } catch (error) {
      // After an abort or a trap nothing in the instance can be relied on.
      if (!(error instanceof PictureError) && file.instance === starting) file.instance = undefined
      throw error
    }
  }
  const pageCount = await use((pdfium, { document }) => pdfium._FPDF_GetPageCount(document))
  return {
    pageCount,
    draw: (page, limits) => use((pdfium, document) => drawPage(pdfium, document, page, limits)),
    close,
  }
}

async function startWith(bytes: Uint8Array, { program, memory }: PdfiumProgram): Promise<Instance> {
  const pdfium = await startPdfium(program, memory)
  const pointer = allocateMemory(pdfium, bytes.length)
  pdfium.HEAPU8.set(bytes, pointer)
  return { pdfium, pointer }
}
