import { type ConsentVersion, consents, isConsentVersion } from 'shared/contract/consent'
import { sha256Hex } from 'shared/server'
import type { Db } from '../../platform/database/open-database.ts'
import { invalid } from '../../platform/http/api-error.ts'
import { appendEvent } from '../audit/append-event.ts'

export const consentOf = (version: string | undefined): ConsentVersion | undefined => {
  if (version === undefined || isConsentVersion(version)) return version
  throw invalid('consent', 'Esta página es de otra versión. Recárgala e intenta de nuevo.')
}

export const logConsent = async (
  transaction: Db,
  documentId: number,
  { at, actor, consent }: { readonly at: number; readonly actor: string; readonly consent: ConsentVersion },
): Promise<void> => {
  const text = consents[consent]
  const data = { version: consent, text, text_sha256: sha256Hex(text) }
  await appendEvent(transaction, documentId, { at, kind: 'signer-agreed', actor, data })
}
