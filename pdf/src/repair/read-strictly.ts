import { openPdf, permanentFileId, trailerRef } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import type { ObjectGraph } from './object-graph.ts'

/**
 * Reads a document by its cross-reference sections.
 * @throws PdfError, here or in `read`
 */
export function readStrictly(bytes: Uint8Array): ObjectGraph {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const { trailer } = document.newest
  return {
    root: document.catalogRef,
    info: trailerRef(trailer, 'Info'),
    permanentId: permanentFileId(trailer, (object) => document.objects.resolve(object)),
    read: (target) => document.objects.resolve(target),
  }
}
