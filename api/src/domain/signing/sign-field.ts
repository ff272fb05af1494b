import type { Identification, SignatureResult } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { answerRepeated, joinKey, requestFingerprint, splitKey } from '../../platform/http/idempotency.ts'
import type { ApiServices } from '../../platform/services.ts'
import { requestedOthers } from '../access/other-fields.ts'
import type { StoredField } from '../access/view-field.ts'
import { storedDocument } from '../documents/stored-document.ts'
import { checkValues, type FilledField } from '../form-fields/check-values.ts'
import { formFieldsOfSigner } from '../form-fields/find-form-fields.ts'
import { waitForPendingSeal } from '../jobs/wait-for-pending-seal.ts'
import { publishSigned } from '../sending-access/change-together.ts'
import { authoriseSigning, checkUnsigned, declaredBy, signerOf } from './authorise-signing.ts'
import { checkSameAgent, checkShown } from './check-document.ts'
import { checkStated } from './check-stated.ts'
import { consentOf } from './consent.ts'
import { linkKindOf, recordSignatures, type SignatureRecord } from './record-signature.ts'
import { decodeSignatureImage } from './signature-image.ts'
import { findSignature, type StoredSignature, viewSignature } from './view-signature.ts'
import { withDocument } from './with-document.ts'
import { type FieldToSign, writeSignatures } from './write-signature.ts'

/** A request to sign with a drawing. Other ways: `card-signing`, `fva`, `returned-copy`. */
export interface FieldSigningRequest {
  readonly actor: SessionActor | GuestActor
  readonly fieldId: number
  /** `data:image/png;base64,…` */
  readonly drawing: string
  /** Idempotency key; a repetition returns the first signature. */
  readonly key?: string | undefined
  readonly declared?: Identification | undefined
  readonly shown?: string | undefined
  readonly consent?: string | undefined
  /** Further fields of the same person, signed in one act. */
  readonly otherIds?: readonly number[] | undefined
  /** Parsed by `checkValues`, with a message for each field. */
  readonly formValues?: unknown
}

export const ownerIdOf = async (db: ApiDatabase, documentId: number): Promise<number> =>
  (await storedDocument(db, documentId)).owner_id

/**
 * What the signer would see differ: fields, drawing, values and
 * identity. A page that was loaded again may show another revision.
 */
const signingFingerprint = ({ fieldId, otherIds = [], drawing, declared, formValues }: FieldSigningRequest): string =>
  requestFingerprint([[fieldId, ...otherIds].toSorted((a, b) => a - b), drawing, declared ?? null, formValues ?? null])

/** Recognises a repeated request by the same signer. @throws ApiError IDEMPOTENCY_KEY_REUSED */
const repeated = async (db: ApiDatabase, request: FieldSigningRequest): Promise<StoredSignature | undefined> =>
  answerRepeated({
    fingerprint: signingFingerprint(request),
    find: async () => {
      const signature = await findSignature(db, request.fieldId)
      if (signature?.request_key == null || signature.came_by !== linkKindOf(request.actor)) return undefined
      const { key, fingerprint } = splitKey(signature.request_key)
      return key === request.key ? { signature, fingerprint } : undefined
    },
    answer: ({ signature }) => signature,
  })

/**
 * @param fields all that are signed in one act; values of other signers are refused
 * @throws ApiError FORM_VALUES_INVALID, FORM_FIELD_OF_OTHER
 */
export const filledBy = async (
  db: ApiDatabase,
  fields: readonly StoredField[],
  given: unknown,
): Promise<FilledField[]> => {
  const own = await Promise.all(fields.map((field) => formFieldsOfSigner(db, field)))
  return checkValues(own.flat(), given)
}

/** What one act of a person asks of one document; the field was authorised under its lock. */
export interface ActInDocument {
  readonly request: FieldSigningRequest
  readonly field: StoredField
  /** Milliseconds. */
  readonly signedAt: number
  /** As stored with the signature. */
  readonly key: string | null
}

/**
 * Checks the act and stores its verified revisions; writes no rows. The caller holds the lock of the document.
 *
 * @throws ApiError SIGNATURES_MIXED, DOCUMENT_DIFFERS, CERTIFICATE_NEEDED, NOT_YOUR_TURN, SIGNATURE_IMAGE_INVALID,
 *   FORM_VALUES_INVALID
 */
export const writeAct = async (
  services: ApiServices,
  { request, field, signedAt, key }: ActInDocument,
): Promise<SignatureRecord> => {
  const { db, signingAgent: agent } = services
  const { actor, shown } = request
  const consent = consentOf(request.consent)
  const documentId = field.document_id
  await checkSameAgent(db, documentId, agent)
  await checkShown(db, documentId, shown)
  const others = await requestedOthers(db, actor, field, { ids: request.otherIds ?? [], now: signedAt })
  for (const { certificate_identification: asked } of [field, ...others])
    if (asked !== null) throw new ApiError('CERTIFICATE_NEEDED')
  const filled = await filledBy(db, [field, ...others], request.formValues)
  const toSign = async (one: StoredField): Promise<FieldToSign> => ({
    field: one,
    signer: await signerOf(db, actor, one),
    filled: filled.filter((each) => each.field.signature_field_id === one.id),
  })
  const fields = [await toSign(field), ...(await Promise.all(others.map(toSign)))] as const
  const declared = await declaredBy(db, actor, request.declared)
  const appearancePng = decodeSignatureImage(request.drawing)
  const written = await writeSignatures(services, { fields: [fields[0], ...fields.slice(1)], appearancePng, signedAt })
  return { actor, documentId, signedAt, written, key, agent, declared, shown, consent, filled }
}

const signLocked = async (services: ApiServices, request: FieldSigningRequest): Promise<StoredSignature> => {
  const { db, clock, wakeMailWorker } = services
  const signedAt = clock()
  const field = await authoriseSigning(db, request.actor, { fieldId: request.fieldId, way: 'simulated' }, signedAt)
  const before = await repeated(db, request)
  if (before !== undefined) return before
  checkUnsigned(field)
  const key = request.key === undefined ? null : joinKey(request.key, signingFingerprint(request))
  const record = await writeAct(services, { request, field, signedAt, key })
  const signature = await db.transaction().execute((transaction) => recordSignatures(transaction, services, record))
  wakeMailWorker()
  await publishSigned(services, field.document_id)
  return signature
}

/** Waits briefly for the seal, so that the response usually includes it. */
export const answerSigned = async (
  services: Pick<ApiServices, 'db' | 'waitForSeal'>,
  signature: StoredSignature,
): Promise<SignatureResult> => {
  await waitForPendingSeal(services, signature.document_id)
  return viewSignature(services.db, signature)
}

/**
 * Signs one or several fields of one person with a drawing. Verified revisions are stored before the transaction, so
 * that no row names bytes that do not exist. Repeated requests with the same key get the same response.
 *
 * @throws ApiError as `authoriseSigning`, and CARD_NEEDED, CERTIFICATE_NEEDED, DOCUMENT_DIFFERS, SIGNATURES_MIXED,
 *   SIGNATURE_IMAGE_INVALID, FORM_VALUES_INVALID
 */
export const signField = async (services: ApiServices, request: FieldSigningRequest): Promise<SignatureResult> => {
  if (services.signingAgent !== 'simulated') throw new ApiError('CARD_NEEDED')
  // Fails early; re-checked under the lock.
  decodeSignatureImage(request.drawing)
  const { db, clock } = services
  const attempt = { fieldId: request.fieldId, way: 'simulated' } as const
  const field = await authoriseSigning(db, request.actor, attempt, clock())
  checkStated(request.actor, request)
  return answerSigned(services, await withDocument(services, field.document_id, () => signLocked(services, request)))
}
