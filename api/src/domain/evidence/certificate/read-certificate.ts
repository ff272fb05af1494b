import type { GuestActor, OwnerActor } from '../../../platform/http/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { collectEvidence, completedDocument, type Evidence } from '../record/collect-evidence.ts'
import { type IssuingCertificateServices, issueCertificate, issuedHash } from './issue-certificate.ts'

/** Issues the certificate first if it is missing. */
export const certifiedEvidence = async (
  services: IssuingCertificateServices,
  actor: OwnerActor | GuestActor,
  documentId: number,
): Promise<Evidence> => {
  const document = await completedDocument(services.db, actor, documentId)
  const evidence = await collectEvidence(services.db, document)
  if (issuedHash(evidence.log) !== undefined) return evidence
  await issueCertificate(services, documentId)
  return collectEvidence(services.db, document)
}

/** @throws BlobFaultError */
export const readCertificate = ({ blobs }: Pick<Services, 'blobs'>, { log }: Evidence): Promise<Uint8Array> => {
  const sha256 = issuedHash(log)
  if (sha256 === undefined) throw new Error('the log names no certificate')
  return blobs.read(sha256)
}
