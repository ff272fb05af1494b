import { fileURLToPath } from 'node:url'
import { runFrontEnd } from 'shared/build'

const file = (request: string): string => fileURLToPath(import.meta.resolve(request))

await runFrontEnd({
  root: import.meta.dirname,
  name: 'mf_signing',
  devPort: 3003,
  alias: {
    // The modern files die on Safari 18; viewer, API and worker must be of one build.
    'pdfjs-dist$': file('pdfjs-dist/legacy/build/pdf.mjs'),
    'pdfjs-dist/web/pdf_viewer.mjs$': file('pdfjs-dist/legacy/web/pdf_viewer.mjs'),
  },
})
