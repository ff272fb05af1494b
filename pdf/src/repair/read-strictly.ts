import { isArray, isString, openPdf, type PdfObject, trailerRef } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import type { ObjectGraph } from './object-graph.ts'

const firstString = (value: PdfObject | undefined): Uint8Array | undefined => {
  const [first] = isArray(value) ? value.items : []
  return isString(first) ? first.bytes : undefined
}

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
    permanentId: firstString(trailer.entries.get('ID')),
    read: (target) => document.objects.resolve(target),
  }
}
