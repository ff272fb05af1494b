import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { createCardRevocation } from '../card-signing/card-revocation.ts'
import type { CardSigner } from '../card-signing/card-signer.ts'
import { storedDocument } from '../documents/stored-document.ts'
import { openCardCertificate } from '../pki/card-certificate.ts'

/** The part of the card signer that needs no card. */
export type CardChecks = Pick<CardSigner, 'openCertificate' | 'checkRevocation'>

/** Whether only national certificates may sign. */
export const asksCertified = async (db: ApiDatabase, documentId: number): Promise<boolean> =>
  (await storedDocument(db, documentId)).signing_mode === 'certified'

/** The authorities of the completion. @throws ApiError MODE_UNAVAILABLE */
export const certifiedCards = (
  { certified, verification }: Pick<ApiServices, 'certified' | 'verification'>,
  cards: CardChecks | null,
): CardChecks => {
  if (certified === null) throw new ApiError('MODE_UNAVAILABLE')
  return (
    cards ?? {
      openCertificate: (der, at) => openCardCertificate(der, certified.trust, at),
      checkRevocation: createCardRevocation(verification.askPublic, 'optional'),
    }
  )
}
