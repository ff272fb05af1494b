import library from 'pdfjs-dist/package.json'

/** The version of pdf.js that this release was built with. */
export const PDFJS_VERSION: string = library.version

/** The site serves pdf.js, its worker and its data under the version: they can never be of two versions. */
const BASE = `/pdfjs/${PDFJS_VERSION}/`

export const WORKER_URL = `${BASE}pdf.worker.min.mjs`

export const startWorker = (): Worker => new Worker(WORKER_URL, { type: 'module' })

/** How every document is read. */
export const readingOptions = {
  // Only what is looked at is fetched: a long scan shows its first page after a few ranges.
  disableStream: true,
  disableAutoFetch: true,
  // Every signer sees the same glyphs, whatever is installed.
  useSystemFonts: false,
  cMapUrl: `${BASE}cmaps/`,
  standardFontDataUrl: `${BASE}standard_fonts/`,
  // Without it a page of JPEG 2000 stays blank.
  wasmUrl: `${BASE}wasm/`,
  iccUrl: `${BASE}iccs/`,
} as const
