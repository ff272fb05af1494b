import { createHash } from 'node:crypto'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import type { Services } from '../../platform/services.ts'
import { logDownload } from '../audit/log-download.ts'
import { authoriseSigning, unsigned } from '../signing/authorise-signing.ts'
import { asRefusal, type SignableRevision, signableRevision } from '../signing/write-signature.ts'

export interface CopyToSign extends SignableRevision {
  readonly sha256: string
  readonly documentId: number
}

/** Reads only: stores nothing. @throws ApiError as `authoriseSigning` */
export const copyToSign = async (
  { db, blobs, clock, signer }: Pick<Services, 'db' | 'blobs' | 'clock' | 'signer'>,
  actor: SessionActor | GuestActor,
  fieldId: number,
): Promise<CopyToSign> => {
  const field = await authoriseSigning(db, actor, { fieldId, way: 'own-program' }, clock())
  unsigned(field)
  try {
    const revision = await signableRevision({ db, blobs, signer }, field)
    const sha256 = createHash('sha256').update(revision.bytes).digest('hex')
    return { ...revision, sha256, documentId: field.document_id }
  } catch (error) {
    throw asRefusal(error)
  }
}

export interface DownloadedCopy extends CopyToSign {
  readonly filename: string
}

export const downloadCopy = async (
  services: Pick<Services, 'db' | 'blobs' | 'clock' | 'signer'>,
  actor: SessionActor | GuestActor,
  fieldId: number,
): Promise<DownloadedCopy> => {
  const copy = await copyToSign(services, actor, fieldId)
  const { original_filename } = await services.db
    .selectFrom('documents')
    .select('original_filename')
    .where('id', '=', copy.documentId)
    .executeTakeFirstOrThrow()
  await logDownload(services, actor, copy.documentId, copy.sha256)
  return { ...copy, filename: original_filename.replace(/(?:\.pdf)?$/i, ' (para firmar).pdf') }
}
