import type { ErrorCode, Identification } from 'shared/contract'
import type { FvaProblem } from 'shared/contract/fva'
import { ApiError } from '../../platform/http/api-error.ts'
import { withOrigin } from '../../platform/origin.ts'
import type { ApiServices } from '../../platform/services.ts'
import { carriesIdentification } from '../card-signing/identification.ts'
import { type CardCertificate, openCardCertificate } from '../pki/card-certificate.ts'
import { acceptReturnedCopy } from '../returned-copy/accept-copy.ts'
import { DOCUMENT_MAX_BYTES } from './fva-client.ts'
import { type FvaRequest, storedActor, storedOrigin } from './fva-requests.ts'
import { signingWayOf } from './fva-service.ts'
import { fvaOf, nationalSerialNumber } from './request-signature.ts'

/** The FVA adds certificates, revocation answers and time stamps. */
const COPY_MAX_BYTES = DOCUMENT_MAX_BYTES + 1024 * 1024

/** Refusals that the person can understand or act on. Any other error is `internal`. */
const problems: Partial<Record<ErrorCode, FvaProblem>> = {
  COPY_NOT_PDF: 'copy-differs',
  COPY_TOO_LARGE: 'copy-differs',
  COPY_OF_OTHER_DOCUMENT: 'copy-differs',
  COPY_REWRITTEN: 'copy-differs',
  COPY_OUTDATED: 'moved',
  COPY_UNSIGNED: 'copy-unsigned',
  COPY_SIGNED_TWICE: 'copy-signed-twice',
  COPY_SIGNATURE_INVALID: 'copy-invalid',
  COPY_CHANGED: 'copy-changed',
  COPY_COVERS: 'copy-covers',
  COPY_NOT_COMPARED: 'copy-not-compared',
  COPY_LOCKS: 'copy-changed',
  COPY_ACTIVE_CONTENT: 'copy-changed',
  COPY_FIELD_OF_OTHER: 'copy-field-of-other',
  COPY_OUTSIDE_FIELD: 'copy-outside-field',
  COPY_FORM_CHANGED: 'form-changed',
  FORM_VALUES_INVALID: 'form-changed',
  FORM_FIELD_OF_OTHER: 'form-changed',
  COPY_OF_OTHER_PERSON: 'copy-other-person',
  COPY_CERTIFICATE_EXPIRED: 'certificate-expired',
  COPY_CERTIFICATE_REVOKED: 'revoked',
  COPY_CERTIFICATE_UNTRUSTED: 'copy-untrusted',
  COPY_WITHOUT_TIME_STAMP: 'copy-untrusted',
  CERTIFIED_ONLY: 'not-allowed',
  CARD_REVOCATION_UNKNOWN: 'copy-revocation-unknown',
  FIELD_SIGNED: 'not-allowed',
  FORBIDDEN: 'not-allowed',
  NOT_FOUND: 'not-allowed',
  NOT_YOUR_TURN: 'not-allowed',
  INVITATION_INVALID: 'not-allowed',
  INVITATION_EXPIRED: 'not-allowed',
  INVITATION_DECLINED: 'not-allowed',
  DOCUMENT_CANCELLED: 'not-allowed',
  DOCUMENT_EXPIRED: 'not-allowed',
  DOCUMENT_DIFFERS: 'moved',
  SIGNATURES_MIXED: 'not-allowed',
  SESSION_EXPIRED: 'not-allowed',
}

/** @returns undefined for our own failures */
export const problemOfRefusal = (error: unknown): FvaProblem | undefined =>
  error instanceof ApiError ? problems[error.code] : undefined

/** Besides the holder, whom the owner may have asked for instead. */
const openOwnCard = (card: CardCertificate, declared: Identification): CardCertificate => {
  if (!carriesIdentification(card.identification, declared)) throw new ApiError('COPY_OF_OTHER_PERSON')
  return card
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const accept = async (services: ApiServices, request: FvaRequest, bytes: Uint8Array): Promise<void> => {
  const fva = fvaOf(services)
  const { trust, checkRevocation } = fva
  const declared = { type: request.declared_type, number: request.declared_number }
  const received = await services.blobs.receive(once(bytes), COPY_MAX_BYTES)
  if (received.kind === 'too-large') throw new ApiError('COPY_TOO_LARGE')
  try {
    await acceptReturnedCopy(services, {
      actor: storedActor(request),
      fieldId: request.field_id,
      blob: received.blob,
      way: signingWayOf(fva),
      holder: { identification: nationalSerialNumber(declared) },
      requiresTrust: true,
      cards: {
        openCertificate: (der, at) => openOwnCard(openCardCertificate(der, trust, at), declared),
        checkRevocation,
      },
      declared,
      shown: request.shown ?? undefined,
      consent: request.consent ?? undefined,
      formValues: JSON.parse(request.form_values ?? '[]'),
    })
  } finally {
    await received.blob.discard()
  }
}

/**
 * Judges the returned PDF like a copy that a person uploads, in the name of who asked. The FVA's word that it
 * succeeded proves nothing.
 *
 * @param request permissions of its actor are checked again now
 * @throws ApiError, see `problems`
 */
export const acceptResult = (services: ApiServices, request: FvaRequest, bytes: Uint8Array): Promise<void> => {
  const origin = storedOrigin(request)
  const work = () => accept(services, request, bytes)
  return origin === undefined ? work() : withOrigin(origin, work)
}
