import { type DrawLimits, PictureError, pictureSize, type RenderedPage } from '../renderer.ts'
import type { PdfiumModule } from './start-pdfium.ts'

/** Pointers in the instance's memory. */
export interface PdfiumDocument {
  readonly document: number
  readonly form: number
}

/** `sizeof(FPDF_FORMFILLINFO)` is about 140; zeros are absent callbacks. */
const FORM_INFO_BYTES = 256
/** Of `FPDF_FORMFILLINFO`; 2 needs no XFA. */
const FORM_INFO_VERSION = 2

/** @throws PictureError if PDFium cannot read the bytes */
export function openDocument(pdfium: PdfiumModule, pointer: number, length: number): PdfiumDocument {
  const document = pdfium._FPDF_LoadMemDocument(pointer, length, 0)
  if (document === 0) throw new PictureError('PDFium cannot read the file')
  const callbacks = allocateMemory(pdfium, FORM_INFO_BYTES)
  pdfium.HEAPU8.fill(0, callbacks, callbacks + FORM_INFO_BYTES)
  pdfium.HEAPU8[callbacks] = FORM_INFO_VERSION
  // Highlights stay off: this file never calls FPDF_SetFormFieldHighlightAlpha.
  const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, callbacks)
  if (form === 0) throw new PictureError('PDFium cannot read the form')
  return { document, form }
}

/** @throws PictureError: PDFium's memory does not grow beyond its limit */
export function allocateMemory(pdfium: PdfiumModule, size: number): number {
  const pointer = pdfium.wasmExports.malloc(size)
  if (pointer === 0) throw new PictureError(`no memory for ${size} bytes`)
  return pointer
}

/** @throws PictureError if the page cannot be read or is too large */
export function drawPage(
  pdfium: PdfiumModule,
  { document, form }: PdfiumDocument,
  number: number,
  limits: DrawLimits,
): RenderedPage {
  const page = pdfium._FPDF_LoadPage(document, number - 1)
  if (page === 0) throw new PictureError(`PDFium cannot read page ${number}`)
  try {
    const points = { width: pdfium._FPDF_GetPageWidth(page), height: pdfium._FPDF_GetPageHeight(page) }
    const size = pictureSize(points, limits)
    pdfium._FORM_OnAfterLoadPage(page, form)
    const pixels = drawPixels(pdfium, page, form, size)
    pdfium._FORM_OnBeforeClosePage(page, form)
    return { ...size, pixels, points, rotation: pdfium._FPDFPage_GetRotation(page) * 90 }
  } finally {
    pdfium._FPDF_ClosePage(page)
  }
}

const BYTES_PER_PIXEL = 4
/** FPDFBitmap_BGRA. */
const FORMAT_BGRA = 4
const WHITE = 0xffffffff
/** FPDF_ANNOT; without FPDF_LCD_TEXT, whose colours would only be noise. */
const WITH_ANNOTATIONS = 1

function drawPixels(
  pdfium: PdfiumModule,
  page: number,
  form: number,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
  const stride = width * BYTES_PER_PIXEL
  const data = allocateMemory(pdfium, stride * height)
  try {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, FORMAT_BGRA, data, stride)
    if (bitmap === 0) throw new PictureError('PDFium cannot draw the page')
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS)
    pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, 0)
    pdfium._FPDFBitmap_Destroy(bitmap)
    return pdfium.HEAPU8.slice(data, data + stride * height)
  } finally {
    pdfium.wasmExports.free(data)
  }
}
