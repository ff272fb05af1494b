import { SignatureError } from 'pdf/cms'
import type { Identification, prepareSignatureCall, ReplyOf } from 'shared/contract'
import { toInstant } from '../../platform/clock.ts'
import type { CardRevocation } from '../../platform/database/schema.ts'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findDocumentById } from '../access/document-access.ts'
import type { StoredField } from '../access/view-field.ts'
import { actorName, requesterName } from '../audit/actor-name.ts'
import { toFill, toValues } from '../form-fields/check-values.ts'
import type { CardCertificate } from '../pki/card-certificate.ts'
import { carriesRequired } from '../pki/check-holder.ts'
import { authoriseSigning, checkUnsigned } from '../signing/authorise-signing.ts'
import { checkSameAgent, checkShown } from '../signing/check-document.ts'
import { checkStated } from '../signing/check-stated.ts'
import { consentOf, logConsent } from '../signing/consent.ts'
import { filledBy } from '../signing/sign-field.ts'
import { decodeSignatureImage } from '../signing/signature-image.ts'
import { withDocument } from '../signing/with-document.ts'
import { asRefusal, checkFit, signableRevision } from '../signing/write-signature.ts'
import { CARD_REQUEST_LIFE, keepCardRequest } from './card-requests.ts'
import type { CardSigner } from './card-signer.ts'
import { carriesIdentification } from './identification.ts'

/** First step of a card's signature, before the PIN. `certificate` is DER in Base64. */
export interface CardPreparation {
  readonly actor: SessionActor | GuestActor
  readonly fieldId: number
  /** PNG data URL. */
  readonly drawing: string
  readonly key: string
  /** The card must prove it. */
  readonly identification: Identification
  readonly shown?: string | undefined
  readonly consent?: string | undefined
  readonly certificate: string
  readonly formValues?: unknown
}

/** @throws ApiError NOT_FOUND if this installation signs without cards */
export const checkCardSigning = ({ cardSigner }: Pick<ApiServices, 'cardSigner'>): void => {
  if (cardSigner === null) throw new ApiError('NOT_FOUND')
}

/** @throws ApiError NOT_FOUND; TIME_STAMP_UNAVAILABLE if none is configured */
export const cardSignerOf = async (
  services: Pick<ApiServices, 'db' | 'cardSigner' | 'certifiedCardSigner'>,
  documentId: number,
): Promise<CardSigner> => {
  const document = await findDocumentById(services.db, documentId)
  if (services.cardSigner === null || document === undefined) throw new ApiError('NOT_FOUND')
  if (document.signing_mode === 'electronic') return services.cardSigner
  if (services.certifiedCardSigner === null) throw new ApiError('TIME_STAMP_UNAVAILABLE')
  return services.certifiedCardSigner
}

/** @throws ApiError CARD_CERTIFICATE_INVALID */
export const openCard = (signer: CardSigner, certificate: string, now: number): CardCertificate => {
  try {
    return signer.openCertificate(Buffer.from(certificate, 'base64'), new Date(now))
  } catch (cause) {
    if (cause instanceof SignatureError) throw new ApiError('CARD_CERTIFICATE_INVALID', { cause })
    throw cause
  }
}

const askAuthority = async (signer: CardSigner, card: CardCertificate, now: number): Promise<CardRevocation> => {
  try {
    return await signer.checkRevocation(card, new Date(now))
  } catch (cause) {
    if (!(cause instanceof SignatureError)) throw cause
    if (cause.code === 'CERTIFICATE_REVOKED') throw new ApiError('CARD_CERTIFICATE_REVOKED', { cause })
    throw new ApiError('CARD_REVOCATION_UNKNOWN', { cause })
  }
}

const openOwnCard = (
  signer: CardSigner,
  { certificate, identification }: CardPreparation,
  now: number,
): CardCertificate => {
  const card = openCard(signer, certificate, now)
  if (!carriesIdentification(card.identification, identification)) throw new ApiError('CARD_OF_OTHER_PERSON')
  return card
}

const prepareLocked = async (
  services: ApiServices,
  preparation: CardPreparation,
  { field, revocation }: { readonly field: StoredField; readonly revocation: CardRevocation },
): Promise<ReplyOf<typeof prepareSignatureCall>> => {
  const { db, clock } = services
  const signer = await cardSignerOf(services, field.document_id)
  const preparedAt = clock()
  const card = openOwnCard(signer, preparation, preparedAt)
  const { certificate_identification: asked } = field
  if (asked !== null && !carriesRequired(card.identification, asked)) throw new ApiError('CARD_NOT_ASKED')
  const { identification } = preparation
  const appearancePng = decodeSignatureImage(preparation.drawing)
  const filled = await filledBy(db, [field], preparation.formValues)
  const { base, bytes, fieldName } = await signableRevision(services, field)
  await checkFit(services.signer, bytes, filled)
  const { signedAttributes } = signer.prepare({
    document: bytes,
    fieldName,
    card,
    appearancePng,
    preparedAt: new Date(preparedAt),
    fills: filled.map(toFill),
  })
  const request = {
    id: newId(),
    field_id: field.id,
    actor: requesterName(preparation.actor),
    request_key: preparation.key,
    base_sha256: base.sha256,
    drawing: preparation.drawing,
    certificate: Buffer.from(card.certificate.raw).toString('base64'),
    to_be_signed: Buffer.from(signedAttributes).toString('base64'),
    declared_type: identification.type,
    declared_number: identification.number,
    revocation,
    prepared_at: preparedAt,
    expires_at: preparedAt + CARD_REQUEST_LIFE,
    form_values: filled.length === 0 ? null : JSON.stringify(toValues(filled)),
  }
  await keepCardRequest(db, request)
  return {
    request_id: request.id,
    to_be_signed: request.to_be_signed,
    expires_at: toInstant(request.expires_at),
  }
}

/** Logs consent in this phase: the next has only the signature. */
const noteConsent = async (
  { db, clock }: ApiServices,
  { actor, ...preparation }: CardPreparation,
  documentId: number,
) => {
  const consent = consentOf(preparation.consent)
  if (consent === undefined) return
  const event = { at: clock(), actor: actorName(actor), consent }
  await db.transaction().execute((transaction) => logConsent(transaction, documentId, event))
}

const asPreparationRefusal = (error: unknown): unknown => (error instanceof ApiError ? error : asRefusal(error))

/**
 * Leaves the document unchanged.
 * @returns the bytes for the card
 * @throws ApiError as `authoriseSigning`, and for card,
 * drawing and document
 */
export const prepareCardSignature = async (services: ApiServices, preparation: CardPreparation) => {
  checkCardSigning(services)
  const { db, clock } = services
  const { actor, fieldId } = preparation
  const { document_id } = await authoriseSigning(db, actor, { fieldId, way: 'firmador' }, clock())
  checkStated(actor, { ...preparation, declared: preparation.identification })
  const signer = await cardSignerOf(services, document_id)
  const revocation = await askAuthority(signer, openOwnCard(signer, preparation, clock()), clock())
  return withDocument(services, document_id, async () => {
    const field = await authoriseSigning(db, actor, { fieldId, way: 'firmador' }, clock())
    checkUnsigned(field)
    await checkSameAgent(db, document_id, services.signingAgent)
    await checkShown(db, document_id, preparation.shown)
    await noteConsent(services, preparation, document_id)
    try {
      return await prepareLocked(services, preparation, { field, revocation })
    } catch (error) {
      throw asPreparationRefusal(error)
    }
  })
}
