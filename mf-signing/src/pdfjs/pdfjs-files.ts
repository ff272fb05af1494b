import library from 'pdfjs-dist/package.json'

export const PDFJS_VERSION: string = library.version

/** Versioned path: library, worker and data always match. */
const BASE = `${globalThis.trazoSite ?? ''}/pdfjs/${PDFJS_VERSION}/`

/** The address by which all other scripts import it. */
export const LIBRARY_URL = `${BASE}pdf.min.mjs`

export const WORKER_URL = `${BASE}pdf.worker.min.mjs`

export const startWorker = (): Worker =>
  globalThis.trazoWorker?.(WORKER_URL) ?? new Worker(WORKER_URL, { type: 'module' })

export const readingOptions = {
  // Fetches only visible pages, in ranges.
  disableStream: true,
  disableAutoFetch: true,
  // The same glyphs on every device.
  useSystemFonts: false,
  cMapUrl: `${BASE}cmaps/`,
  standardFontDataUrl: `${BASE}standard_fonts/`,
  // Required for JPEG 2000.
  wasmUrl: `${BASE}wasm/`,
  iccUrl: `${BASE}iccs/`,
} as const
