import { type ConsentVersion, consents, isConsentVersion } from 'shared/contract/consent'
import { hashHex } from 'shared/server'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { invalidInput } from '../../platform/http/api-error.ts'
import { appendEvent } from '../audit/append-event.ts'

/**
 * @throws ApiError VALIDATION for a version that this release does not know: the log must hold the words that were
 *   shown
 */
export const consentOf = (version: string | undefined): ConsentVersion | undefined => {
  if (version === undefined || isConsentVersion(version)) return version
  throw invalidInput('consent', 'Esta página es de otra versión. Recárgala e intenta de nuevo.')
}

/** Stores the words, not only their version: the log must be readable without our source. */
export const logConsent = async (
  transaction: ApiDatabase,
  documentId: number,
  { at, actor, consent }: { readonly at: number; readonly actor: string; readonly consent: ConsentVersion },
): Promise<void> => {
  const text = consents[consent]
  const data = { version: consent, text, text_sha256: hashHex(text) }
  await appendEvent(transaction, documentId, { at, kind: 'signer-agreed', actor, data })
}
