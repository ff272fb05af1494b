import {
  isArray,
  isNameOf,
  isStream,
  isString,
  openPdf,
  PdfError,
  type PdfObject,
  pdfArray,
  pdfStream,
  trailerRef,
  withEntries,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import type { ObjectGraph } from './object-graph.ts'

const firstString = (value: PdfObject | undefined): Uint8Array | undefined => {
  const [first] = isArray(value) ? value.items : []
  return isString(first) ? first.bytes : undefined
}

const withoutFirst = (value: PdfObject | undefined): PdfObject | undefined =>
  isArray(value) && value.items.length > 1 ? pdfArray(value.items.slice(1)) : undefined

/** A decrypted stream has no crypt filter: the reader refuses one that is not first. */
function withoutCryptFilter(object: PdfObject): PdfObject {
  if (!isStream(object)) return object
  const { entries } = object.dict
  const filter = entries.get('Filter')
  if (!isNameOf(isArray(filter) ? filter.items[0] : filter, 'Crypt')) return object
  const parameters = entries.get('DecodeParms')
  const kept = { Filter: withoutFirst(filter), DecodeParms: withoutFirst(parameters) }
  return pdfStream(withEntries(object.dict, kept), object.data)
}

/**
 * Reads a document by its cross-reference sections.
 * @param password of an encrypted document
 * @throws PdfError, here or in `read`; PDF_ENCRYPTED also if the password's holder may not fill and sign
 */
export function readStrictly(bytes: Uint8Array, password?: string): ObjectGraph {
  const document = openPdf(bytes, { inflate: inflateWithNode, password })
  if (document.encryption?.allowsSigning === false)
    throw new PdfError('PDF_ENCRYPTED', 'the permissions forbid signing')
  const { trailer } = document.newest
  return {
    root: document.catalogRef,
    info: trailerRef(trailer, 'Info'),
    permanentId: firstString(trailer.entries.get('ID')),
    read: (target) => {
      const object = document.objects.resolve(target)
      return document.encryption === undefined ? object : withoutCryptFilter(object)
    },
  }
}
