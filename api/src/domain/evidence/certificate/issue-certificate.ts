import type { LogEntry } from 'shared/contract/evidence-log'
import * as v from 'valibot'
import type { ApiServices } from '../../../platform/services.ts'
import { findDocumentById } from '../../access/document-access.ts'
import { appendEvent } from '../../audit/append-event.ts'
import { finishCertificate } from '../../jobs/certificate-jobs.ts'
import { collectDocumentEvidence, type DocumentEvidence, finalRevision } from '../record/collect-evidence.ts'
import { certificateTask } from './certificate-task.ts'

export type IssuingCertificateServices = Pick<ApiServices, 'db' | 'blobs' | 'signer' | 'clock' | 'locks' | 'threads'>

const IssuedSchema = v.object({ sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })

/** The job table is not authenticated. */
export const issuedHash = (log: readonly LogEntry[]): string | undefined => {
  const entry = log.find(({ kind }) => kind === 'certificate-issued')
  return entry && v.parse(IssuedSchema, JSON.parse(entry.data)).sha256
}

const storeCertificate = async (services: IssuingCertificateServices, evidence: DocumentEvidence): Promise<void> => {
  const { db, blobs, signer, clock, threads } = services
  const { actors: _, ...facts } = evidence
  const { document, log } = facts
  const final = await blobs.read(finalRevision(evidence).sha256)
  const { pdf } = await threads.run(certificateTask, { final, facts })
  const now = clock()
  const signed = await signer.certify(pdf, new Date(now))
  const stored = await blobs.put(signed)
  await blobs.read(stored.sha256)
  await db.transaction().execute(async (transaction) => {
    await finishCertificate(transaction, document.id, now, stored)
    const data = { ...stored, entries: log.length, log_head: log.at(-1)?.hash ?? '' }
    await appendEvent(transaction, document.id, { at: now, kind: 'certificate-issued', actor: 'system', data })
  })
}

/**
 * Stores its bytes first, so a crash leaves the job unchanged.
 * @throws ApiError EVIDENCE_LOG_ALTERED
 */
export const issueCertificate = (services: IssuingCertificateServices, documentId: number): Promise<void> =>
  services.locks.run(documentId, async () => {
    const { db, clock } = services
    const document = await findDocumentById(db, documentId)
    if (document === undefined) return finishCertificate(db, documentId, clock())
    const evidence = await collectDocumentEvidence(db, document)
    if (issuedHash(evidence.log) === undefined) await storeCertificate(services, evidence)
  })
