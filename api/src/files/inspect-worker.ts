import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { inflateWithNode } from '../signing/pdf/inflate-node.ts'
import { openPdf } from '../signing/pdf/pdf-document.ts'
import { PdfError } from '../signing/pdf/pdf-error.ts'
import { prepareFields } from '../signing/pdf/prepare-fields.ts'
import type { Inspection } from './inspection.ts'

const ANY_RECT = { x: 0.25, y: 0.8, width: 0.3, height: 0.1 }

/** Reads the document as signing will: it must open, and every page must be able to take a signature field. */
const inspect = (bytes: Uint8Array): Inspection => {
  try {
    const pages = openPdf(bytes, { inflate: inflateWithNode }).pageCount
    if (pages === 0) return { kind: 'refused', code: 'PDF_MALFORMED', detail: 'the document has no pages' }
    const probes = Array.from({ length: pages }, (_, index) => ({
      name: `trazo-probe-${index + 1}`,
      page: index + 1,
      rect: ANY_RECT,
      tooltip: '',
    }))
    prepareFields(bytes, probes)
    return { kind: 'signable', pages }
  } catch (error) {
    if (error instanceof PdfError) return { kind: 'refused', code: error.code, detail: error.message }
    throw error
  }
}

parentPort?.on('message', async (path: string) => {
  parentPort?.postMessage(inspect(await readFile(path)))
})
