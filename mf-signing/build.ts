import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' }
import { runFrontEnd } from 'shared/build'

const file = (request: string): string => fileURLToPath(import.meta.resolve(request))

/** Of the package that `pdf` draws with. */
const pdfiumWasm = createRequire(import.meta.resolve('pdf/package.json')).resolve('@hyzyla/pdfium/pdfium.wasm')

await runFrontEnd({
  root: import.meta.dirname,
  name: 'mf_signing',
  devPort: 3003,
  // Next to its worker; browsers cache it across releases.
  served: { 'pdfjs-dist': `/pdfjs/${pdfjs.version}/pdf.min.mjs` },
  prerender: {
    script: './src/prerender/start-prerender.ts',
    pages: ['/document', '/sign/field/:documentId/:documentName/:fieldId', '/sign/:documentId/:documentName'],
  },
  alias: {
    'pdfium.wasm$': pdfiumWasm,
    // The modern build crashes on Safari 18.
    // Viewer, API and worker must be of one build.
    'pdfjs-dist/web/pdf_viewer.mjs$': file('pdfjs-dist/legacy/web/pdf_viewer.mjs'),
  },
})
