import { deflateSync } from 'node:zlib'
import {
  dictAtKey,
  hidesObject,
  isArray,
  isRef,
  isStream,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  type PdfStream,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  withEntries,
} from '../syntax/index.ts'
import type { RevisionWriter } from '../write/revision.ts'
import type { ValidationEvidence } from './collect-evidence.ts'

const KEYS = ['Certs', 'OCSPs', 'CRLs'] as const

/** Existing references, kept unread. */
const kept = (document: PdfDocument, store: PdfDict | undefined, key: string): readonly PdfObject[] => {
  const found = store === undefined ? null : document.objects.get(store, key)
  return isArray(found) ? found.items.filter(isRef) : []
}

const plainBytes = (document: PdfDocument, item: PdfObject): string | undefined => {
  const object = document.objects.resolve(item)
  if (!isStream(object) || object.dict.entries.has('Filter')) return undefined
  return Buffer.from(object.data).toString('base64')
}

/** Names in certificates are texts of people, which compression takes apart. */
const evidenceStream = (der: Uint8Array): PdfStream =>
  hidesObject(der)
    ? pdfStream(pdfDict({ Filter: pdfName('FlateDecode') }), new Uint8Array(deflateSync(der)))
    : pdfStream(pdfDict({}), der)

/**
 * Adds evidence to the document security store (ISO 32000-2, 12.8.4.3). Existing entries stay.
 *
 * @returns the catalog's entry
 */
export const addSecurityStore = (
  document: PdfDocument,
  revision: RevisionWriter,
  { certificates, ocsps, crls }: ValidationEvidence,
): Record<'DSS', PdfObject> => {
  const store = dictAtKey(document.objects, document.catalog, 'DSS')
  const extend = (key: (typeof KEYS)[number], additions: readonly Uint8Array[]): PdfObject | undefined => {
    const items = kept(document, store, key)
    const known = new Set(items.map((item) => plainBytes(document, item)))
    const fresh = additions.filter((der) => !known.has(Buffer.from(der).toString('base64')))
    const all = [...items, ...fresh.map((der) => revision.add(evidenceStream(der)))]
    return all.length === 0 ? undefined : pdfArray(all)
  }
  const extended = withEntries(store, {
    Certs: extend('Certs', certificates),
    OCSPs: extend('OCSPs', ocsps),
    CRLs: extend('CRLs', crls),
  })
  const location = document.catalog.entries.get('DSS')
  if (!isRef(location)) return { DSS: revision.add(extended) }
  revision.put(location, extended)
  return { DSS: location }
}
