import type { SignatureResult } from 'shared/contract'
import { toInstant } from '../clock.ts'
import type { Db } from '../database/open-database.ts'
import { downloadUrl } from '../files/view-documents.ts'
import type { GuestActor, SessionActor } from '../http/actor.ts'
import type { Services } from '../services.ts'
import { authoriseSigning, signerOf } from './authorise-signing.ts'
import { recordSignature, type SignatureRecord } from './record-signature.ts'
import { decodeSignatureImage } from './signature-image.ts'
import { writeSignature } from './write-signature.ts'

export interface SigningRequest {
  readonly actor: SessionActor | GuestActor
  readonly fieldId: number
  /** PNG data URL of the drawing: the only thing that is taken from the browser. */
  readonly drawing: string
}

const describe = (record: SignatureRecord, completed: boolean): SignatureResult => {
  const { certificate, timestamp, level } = record.written.signed
  return {
    success: true,
    field_id: record.field.id,
    signer_info: { name: record.signer.name, email: record.signer.email },
    signed_at: toInstant(record.signedAt),
    certificate_info: {
      serial_number: certificate.serialNumber,
      issuer: certificate.issuer,
      subject: certificate.subject,
      valid_from: certificate.validFrom.toISOString(),
      valid_to: certificate.validTo.toISOString(),
    },
    level,
    timestamp: { authority: timestamp.authority, time: timestamp.time.toISOString() },
    verified: true,
    document: {
      id: record.field.document_id,
      is_signed: completed,
      download_url: downloadUrl(record.field.document_id),
    },
  }
}

const ownerOf = async (db: Db, documentId: number): Promise<number> => {
  const document = db.selectFrom('documents').select('owner_id').where('id', '=', documentId)
  return (await document.executeTakeFirstOrThrow()).owner_id
}

const signLocked = async (
  services: Services,
  { actor, fieldId }: SigningRequest,
  appearancePng: Uint8Array,
): Promise<SignatureResult> => {
  const { db, clock, publicUrl, live, nudgeMail } = services
  const signedAt = clock()
  // Asked again under the lock: someone may have signed, deleted or revoked while this request was waiting.
  const field = await authoriseSigning(db, actor, fieldId, signedAt)
  const signer = await signerOf(db, actor, field)
  const ownerId = await ownerOf(db, field.document_id)
  const written = await writeSignature(services, { field, signer, appearancePng, signedAt })
  const record = { actor, field, signer, signedAt, written, publicUrl }
  const completed = await db.transaction().execute((transaction) => recordSignature(transaction, record))
  nudgeMail()
  live.publish(ownerId, { kind: 'changed', document_id: field.document_id })
  return describe(record, completed)
}

/**
 * Signs one field of the stored document. The new revision is on the disk, verified, before the one transaction that
 * makes it real; a crash before leaves bytes that nobody refers to, a crash after loses nothing.
 * @throws ApiError as `authoriseSigning` and `writeSignature`
 */
export const signField = async (services: Services, request: SigningRequest): Promise<SignatureResult> => {
  const appearancePng = decodeSignatureImage(request.drawing)
  const field = await authoriseSigning(services.db, request.actor, request.fieldId, services.clock())
  return services.locks.run(field.document_id, () => signLocked(services, request, appearancePng))
}
