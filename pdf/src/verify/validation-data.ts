import { type Certificate, readCertificates } from '../cms/certificate.ts'
import type { RevocationEvidence } from '../cms/revocation.ts'
import type { Inflate } from '../syntax/limits.ts'
import { isArray, isDict, isStream } from '../syntax/objects.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { createStreamDecoder } from '../syntax/stream-data.ts'

export interface ValidationData extends RevocationEvidence {
  readonly certificates: readonly Certificate[]
}

/** Far above the need of real documents. */
const MOST = 500

/**
 * Reads the security store (ETSI EN 319 142-1, 5.4.2.2);
 * does not verify it.
 */
function readValidationData(document: PdfDocument, inflate: Inflate): ValidationData {
  const { objects, catalog, limits } = document
  const store = objects.get(catalog, 'DSS')
  const decoder = createStreamDecoder(inflate, limits)
  const listed = (key: string): Uint8Array[] => {
    const list = isDict(store) ? objects.get(store, key) : null
    if (!isArray(list)) return []
    return list.items.slice(0, MOST).flatMap((item) => {
      const stream = objects.resolve(item)
      return isStream(stream) ? [decoder.decode(stream)] : []
    })
  }
  return { certificates: readCertificates(listed('Certs')), ocsps: listed('OCSPs'), crls: listed('CRLs') }
}

const NOTHING: ValidationData = { certificates: [], ocsps: [], crls: [] }

export function tryValidationData(document: PdfDocument, inflate: Inflate): ValidationData {
  try {
    return readValidationData(document, inflate)
  } catch {
    return NOTHING
  }
}
