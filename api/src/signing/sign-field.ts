import type { Identification, SignatureResult } from 'shared/contract'
import type { Db } from '../database/open-database.ts'
import type { Field } from '../fields/view-field.ts'
import type { GuestActor, SessionActor } from '../http/actor.ts'
import { ApiError } from '../http/api-error.ts'
import { findSealJob } from '../sealing/seal-jobs.ts'
import type { Services } from '../services.ts'
import { authoriseSigning, declaredBy, signerOf, unsigned } from './authorise-signing.ts'
import { checkSameAgent, checkShown } from './check-document.ts'
import { checkStated } from './check-stated.ts'
import { consentOf } from './consent.ts'
import { requestedOthers } from './other-fields.ts'
import { linkOf, recordSignatures } from './record-signature.ts'
import { decodeSignatureImage } from './signature-image.ts'
import { findSignature, type Signature, viewSignature } from './view-signature.ts'
import { withDocument } from './with-document.ts'
import { type FieldToSign, writeSignatures } from './write-signature.ts'

export interface SigningRequest {
  readonly actor: SessionActor | GuestActor
  readonly fieldId: number
  /** PNG data URL of the drawing: the only thing that is taken from the browser. */
  readonly drawing: string
  /** The client's own name for the attempt. */
  readonly key?: string | undefined
  /** Who the signer says to be. */
  readonly declared?: Identification | undefined
  /** SHA-256 of what the page has shown. */
  readonly shown?: string | undefined
  /** Version of what the signer agreed to. */
  readonly consent?: string | undefined
  /** More fields of the same person, in the same act: all of them are signed, or none. */
  readonly otherIds?: readonly number[] | undefined
}

/** Who hears of what happens to a document, and receives it in the end. */
export const ownerOf = async (db: Db, documentId: number): Promise<number> => {
  const document = db.selectFrom('documents').select('owner_id').where('id', '=', documentId)
  return (await document.executeTakeFirstOrThrow()).owner_id
}

/** The signature of a request that was answered before, and whose answer got lost; for whoever made it alone. */
const repeated = async (db: Db, { actor, fieldId, key }: SigningRequest): Promise<Signature | undefined> => {
  if (key === undefined) return undefined
  const signature = await findSignature(db, fieldId)
  return signature?.request_key === key && signature.came_by === linkOf(actor) ? signature : undefined
}

const sign = async (services: Services, request: SigningRequest, field: Field, signedAt: number) => {
  const { db, signingAgent: agent } = services
  const { actor, shown, key = null } = request
  const consent = consentOf(request.consent)
  const documentId = field.document_id
  await checkSameAgent(db, documentId, agent)
  await checkShown(db, documentId, shown)
  const others = await requestedOthers(db, actor, field, { ids: request.otherIds ?? [], now: signedAt })
  const toSign = async (one: Field): Promise<FieldToSign> => ({ field: one, signer: await signerOf(db, actor, one) })
  const fields = [await toSign(field), ...(await Promise.all(others.map(toSign)))] as const
  const declared = await declaredBy(db, actor, request.declared)
  const appearancePng = decodeSignatureImage(request.drawing)
  const written = await writeSignatures(services, { fields: [fields[0], ...fields.slice(1)], appearancePng, signedAt })
  const record = { actor, documentId, signedAt, written, key, agent, declared, shown, consent }
  const recorded = await db.transaction().execute((transaction) => recordSignatures(transaction, services, record))
  services.fault('sign:committed')
  return recorded
}

const signLocked = async (services: Services, request: SigningRequest): Promise<Signature> => {
  const { db, clock, live, nudgeMail } = services
  const signedAt = clock()
  // Asked again under the lock: someone may have signed, deleted or revoked while this request was waiting.
  const field = await authoriseSigning(db, request.actor, request.fieldId, signedAt)
  const before = await repeated(db, request)
  if (before !== undefined) return before
  unsigned(field)
  const signature = await sign(services, request, field, signedAt)
  nudgeMail()
  live.publish(await ownerOf(db, field.document_id), { kind: 'changed', document_id: field.document_id })
  return signature
}

/**
 * What is answered once the signature is real. After the last one the document's sealing is waited for a moment, so
 * that as a rule the answer already tells of the finished document.
 */
export const answerSigned = async (
  { db, sealSoon }: Pick<Services, 'db' | 'sealSoon'>,
  signature: Signature,
): Promise<SignatureResult> => {
  const job = await findSealJob(db, signature.document_id)
  if (job?.state === 'pending') await sealSoon(signature.document_id)
  return viewSignature(db, signature)
}

/**
 * Signs a field of the stored document, and more of the same person where they ask for it. The new revisions are on the disk, verified, before the one transaction that
 * makes it real; a crash before leaves bytes that nobody refers to, a crash after loses nothing: the same request, sent
 * again with its key, gets the answer.
 * @throws ApiError CARD_NEEDED where people sign with their own card; VALIDATION as `checkStated`; DOCUMENT_DIFFERS, SIGNATURES_MIXED; as
 *   `authoriseSigning`, `requestedOthers` and `writeSignatures`
 */
export const signField = async (services: Services, request: SigningRequest): Promise<SignatureResult> => {
  if (services.signingAgent === 'firmador') throw new ApiError('CARD_NEEDED')
  // Before anyone has to wait; what may have changed by then is asked again under the lock.
  decodeSignatureImage(request.drawing)
  const field = await authoriseSigning(services.db, request.actor, request.fieldId, services.clock())
  checkStated(request.actor, request)
  return answerSigned(services, await withDocument(services, field.document_id, () => signLocked(services, request)))
}
