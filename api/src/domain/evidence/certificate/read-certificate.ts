import type { GuestActor, OwnerActor } from '../../../platform/http/actor.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { collectDocumentEvidence, completedDocument, type DocumentEvidence } from '../record/collect-evidence.ts'
import { type IssuingCertificateServices, issueCertificate, issuedHash } from './issue-certificate.ts'

/** Issues the certificate first if it is missing. */
export const certifiedEvidence = async (
  services: IssuingCertificateServices,
  actor: OwnerActor | GuestActor,
  documentId: number,
): Promise<DocumentEvidence> => {
  const document = await completedDocument(services.db, actor, documentId)
  const evidence = await collectDocumentEvidence(services.db, document)
  if (issuedHash(evidence.log) !== undefined) return evidence
  await issueCertificate(services, documentId)
  return collectDocumentEvidence(services.db, document)
}

/** @throws BlobFaultError */
export const readCompletionCertificate = (
  { blobs }: Pick<ApiServices, 'blobs'>,
  { log }: DocumentEvidence,
): Promise<Uint8Array> => {
  const sha256 = issuedHash(log)
  if (sha256 === undefined) throw new Error('the log names no certificate')
  return blobs.read(sha256)
}
