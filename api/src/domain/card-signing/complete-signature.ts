import { compareBytes } from 'pdf/cms'
import type { SignatureResult } from 'shared/contract'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { StoredField } from '../access/view-field.ts'
import { type FilledField, toFill } from '../form-fields/check-values.ts'
import type { CardCertificate } from '../pki/card-certificate.ts'
import { publishSigned } from '../sending-access/change-together.ts'
import { authoriseSigning, checkUnsigned, signerOf } from '../signing/authorise-signing.ts'
import { checkSameAgent } from '../signing/check-document.ts'
import { recordSignatures } from '../signing/record-signature.ts'
import { answerSigned, filledBy } from '../signing/sign-field.ts'
import { decodeSignatureImage } from '../signing/signature-image.ts'
import { findSignature, type StoredSignature } from '../signing/view-signature.ts'
import { withDocument } from '../signing/with-document.ts'
import {
  asRefusal,
  type SignableRevision,
  signableRevision,
  storeSigned,
  type WrittenSignatures,
} from '../signing/write-signature.ts'
import { type CardRequest, findCardRequest, forgetDrawing } from './card-requests.ts'
import type { CardSignature, CardSigner } from './card-signer.ts'
import { cardSignerOf, checkCardSigning, openCard } from './prepare-signature.ts'

/** `value` and `certificate` in Base64, as the local program returns them. */
export interface CardCompletion {
  readonly actor: SessionActor | GuestActor
  readonly fieldId: number
  readonly requestId: number
  readonly value: string
  readonly certificate: string
}

const fromBase64 = (text: string): Uint8Array => Buffer.from(text, 'base64')

interface Opened {
  readonly card: CardCertificate
  readonly filled: readonly FilledField[]
}

const sameAsPrepared = (
  signer: CardSigner,
  request: CardRequest,
  { base, bytes, fieldName }: SignableRevision,
  { card, filled }: Opened,
): CardSignature => {
  if (base.sha256 !== request.base_sha256) throw new ApiError('DOCUMENT_CHANGED')
  const signature = {
    document: bytes,
    fieldName,
    card,
    appearancePng: decodeSignatureImage(request.drawing),
    preparedAt: new Date(request.prepared_at),
    fills: filled.map(toFill),
  }
  // Fields may have changed without a new revision.
  const { signedAttributes } = signer.prepare(signature)
  if (compareBytes(signedAttributes, fromBase64(request.to_be_signed)) !== 0) throw new ApiError('DOCUMENT_CHANGED')
  return signature
}

const writeSignature = async (
  services: ApiServices,
  completion: CardCompletion,
  request: CardRequest,
  field: StoredField,
): Promise<Opened & { written: WrittenSignatures }> => {
  const signer = await cardSignerOf(services, field.document_id)
  const card = openCard(signer, request.certificate, services.clock())
  if (compareBytes(fromBase64(completion.certificate), card.certificate.raw) !== 0)
    throw new ApiError('CARD_SIGNATURE_INVALID')
  try {
    const filled = await filledBy(services.db, [field], JSON.parse(request.form_values ?? '[]'))
    const revision = await signableRevision(services, field)
    const signature = sameAsPrepared(signer, request, revision, { card, filled })
    const value = fromBase64(completion.value)
    if (!signer.matches(card, fromBase64(request.to_be_signed), value)) throw new ApiError('CARD_SIGNATURE_INVALID')
    const signed = await signer.complete(signature, value)
    const { email } = await signerOf(services.db, completion.actor, field)
    const holder = { name: card.commonName, email }
    return { written: await storeSigned(services, revision, { field, signer: holder, signed }), card, filled }
  } catch (error) {
    throw error instanceof ApiError ? error : asRefusal(error)
  }
}

const standing = (request: CardRequest | undefined, now: number): CardRequest => {
  if (request === undefined || request.expires_at <= now) throw new ApiError('SIGNATURE_REQUEST_EXPIRED')
  return request
}

const completeLocked = async (services: ApiServices, completion: CardCompletion): Promise<StoredSignature> => {
  const { db, clock, wakeMailWorker, signingAgent: agent } = services
  const { actor, fieldId } = completion
  const signedAt = clock()
  const field = await authoriseSigning(db, actor, { fieldId, way: 'firmador' }, signedAt)
  const found = await findCardRequest(db, actor, fieldId, completion.requestId)
  const signature = await findSignature(db, fieldId)
  if (signature !== undefined && signature.request_key === found?.request_key) return signature
  checkUnsigned(field)
  const request = standing(found, signedAt)
  const documentId = field.document_id
  await checkSameAgent(db, documentId, agent)
  const { written, card, filled } = await writeSignature(services, completion, request, field)
  const record = {
    actor,
    documentId,
    signedAt,
    written,
    key: request.request_key,
    agent,
    declared: { type: request.declared_type, number: request.declared_number },
    proven: card.identification,
    revocation: request.revocation,
    filled,
  }
  const recorded = await db.transaction().execute(async (transaction) => {
    await forgetDrawing(transaction, request.id)
    return recordSignatures(transaction, services, record)
  })
  wakeMailWorker()
  await publishSigned(services, documentId)
  return recorded
}

/**
 * Adds a card's signature; verifies the result before recording
 * it. Idempotent.
 * @throws ApiError SIGNATURE_REQUEST_EXPIRED, DOCUMENT_CHANGED,
 * CARD_SIGNATURE_INVALID, CARD_CERTIFICATE_INVALID, FIELD_SIGNED,
 * SIGNING_FAILED; NOT_FOUND without card support; as
 * `authoriseSigning`
 */
export const completeCardSignature = async (
  services: ApiServices,
  completion: CardCompletion,
): Promise<SignatureResult> => {
  checkCardSigning(services)
  const { db, clock } = services
  const field = await authoriseSigning(db, completion.actor, { fieldId: completion.fieldId, way: 'firmador' }, clock())
  return answerSigned(
    services,
    await withDocument(services, field.document_id, () => completeLocked(services, completion)),
  )
}
