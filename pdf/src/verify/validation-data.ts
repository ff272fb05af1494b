import { type Certificate, readCertificates } from '../cms/certificate.ts'
import type { RevocationEvidence } from '../cms/revocation.ts'
import type { InflateData } from '../syntax/limits.ts'
import { isArray, isDict, isStream } from '../syntax/objects.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { createStreamDecoder } from '../syntax/stream-data.ts'

/** DER, as in the file. */
export interface StoreEntries extends RevocationEvidence {
  readonly certificates: readonly Uint8Array[]
}

interface ValidationData extends RevocationEvidence {
  readonly certificates: readonly Certificate[]
}

/** Far above the need of real documents. */
const MOST = 500

/**
 * Reads the security store (ETSI EN 319 142-1, 5.4.2.2);
 * does not verify it.
 */
function readEntries(document: PdfDocument, inflate: InflateData): StoreEntries | undefined {
  const { objects, catalog, limits } = document
  const store = objects.get(catalog, 'DSS')
  if (!isDict(store)) return undefined
  const decoder = createStreamDecoder(inflate, limits)
  const listed = (key: string): Uint8Array[] => {
    const list = objects.get(store, key)
    if (!isArray(list)) return []
    return list.items.slice(0, MOST).flatMap((item) => {
      const stream = objects.resolve(item)
      return isStream(stream) ? [decoder.decode(stream)] : []
    })
  }
  return { certificates: listed('Certs'), ocsps: listed('OCSPs'), crls: listed('CRLs') }
}

/** Undefined for a damaged store: evidence that is missing makes a verdict worse, not an error. */
export function tryStoreEntries(document: PdfDocument, inflate: InflateData): StoreEntries | undefined {
  try {
    return readEntries(document, inflate)
  } catch {
    return undefined
  }
}

export function tryValidationData(document: PdfDocument, inflate: InflateData): ValidationData {
  const { certificates, ...rest } = tryStoreEntries(document, inflate) ?? { certificates: [], ocsps: [], crls: [] }
  return { ...rest, certificates: readCertificates(certificates) }
}
