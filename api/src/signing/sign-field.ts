import type { Identification, SignatureResult } from 'shared/contract'
import type { Db } from '../database/open-database.ts'
import type { GuestActor, SessionActor } from '../http/actor.ts'
import { ApiError } from '../http/api-error.ts'
import type { Services } from '../services.ts'
import { authoriseSigning, declaredBy, signerOf, unsigned } from './authorise-signing.ts'
import { linkOf, recordSignature } from './record-signature.ts'
import { decodeSignatureImage } from './signature-image.ts'
import { findSignature, viewSignature } from './view-signature.ts'
import { writeSignature } from './write-signature.ts'

export interface SigningRequest {
  readonly actor: SessionActor | GuestActor
  readonly fieldId: number
  /** PNG data URL of the drawing: the only thing that is taken from the browser. */
  readonly drawing: string
  /** The client's own name for the attempt. */
  readonly key?: string | undefined
  /** Who the signer says to be. */
  readonly declared?: Identification | undefined
}

/** Who hears of what happens to a document, and receives it in the end. */
export const ownerOf = async (db: Db, documentId: number): Promise<number> => {
  const document = db.selectFrom('documents').select('owner_id').where('id', '=', documentId)
  return (await document.executeTakeFirstOrThrow()).owner_id
}

/** The answer to a request that has been answered before, and whose answer got lost; for whoever made it alone. */
const repeatAnswer = async (db: Db, { actor, fieldId, key }: SigningRequest): Promise<SignatureResult | undefined> => {
  if (key === undefined) return undefined
  const signature = await findSignature(db, fieldId)
  const isTheirs = signature?.request_key === key && signature.came_by === linkOf(actor)
  return isTheirs ? viewSignature(db, signature) : undefined
}

const signLocked = async (
  services: Services,
  request: SigningRequest,
  appearancePng: Uint8Array,
): Promise<SignatureResult> => {
  const { db, clock, publicUrl, live, nudgeMail, signingAgent: agent } = services
  const { actor, fieldId, key = null } = request
  const signedAt = clock()
  // Asked again under the lock: someone may have signed, deleted or revoked while this request was waiting.
  const field = await authoriseSigning(db, actor, fieldId, signedAt)
  const repeated = await repeatAnswer(db, request)
  if (repeated !== undefined) return repeated
  unsigned(field)
  const signer = await signerOf(db, actor, field)
  const declared = await declaredBy(db, actor, request.declared)
  const ownerId = await ownerOf(db, field.document_id)
  const written = await writeSignature(services, { field, signer, appearancePng, signedAt })
  const record = { actor, field, signer, signedAt, written, publicUrl, key, agent, declared }
  const signature = await db.transaction().execute((transaction) => recordSignature(transaction, record))
  nudgeMail()
  live.publish(ownerId, { kind: 'changed', document_id: field.document_id })
  return viewSignature(db, signature)
}

/**
 * Signs one field of the stored document. The new revision is on the disk, verified, before the one transaction that
 * makes it real; a crash before leaves bytes that nobody refers to, a crash after loses nothing: the same request, sent
 * again with its key, gets the answer.
 * @throws ApiError CARD_NEEDED where people sign with their own card; as `authoriseSigning` and `writeSignature`
 */
export const signField = async (services: Services, request: SigningRequest): Promise<SignatureResult> => {
  if (services.signingAgent === 'firmador') throw new ApiError('CARD_NEEDED')
  const appearancePng = decodeSignatureImage(request.drawing)
  // Before anyone has to wait; what may have changed by then is asked again under the lock.
  const field = await authoriseSigning(services.db, request.actor, request.fieldId, services.clock())
  return services.locks.run(field.document_id, () => signLocked(services, request, appearancePng))
}
