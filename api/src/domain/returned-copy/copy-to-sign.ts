import { hashHex } from 'shared/server'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import { logDownload } from '../audit/log-download.ts'
import { storedDocument } from '../documents/stored-document.ts'
import { authoriseSigning, checkUnsigned } from '../signing/authorise-signing.ts'
import { asRefusal } from '../signing/write-signature.ts'
import { draftedValues, filledRevision } from './filled-revision.ts'

/** The file that a foreign program signs. Computed, not stored: an abandoned download changes nothing for others. */
export interface PreparedCopy {
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly documentId: number
}

/** With the draft's values. @throws ApiError */
export const copyToSign = async (
  { db, blobs, clock, signer }: Pick<ApiServices, 'db' | 'blobs' | 'clock' | 'signer'>,
  actor: SessionActor | GuestActor,
  fieldId: number,
): Promise<PreparedCopy> => {
  const field = await authoriseSigning(db, actor, { fieldId, way: 'own-program' }, clock())
  checkUnsigned(field)
  try {
    const values = await draftedValues(db, actor, field)
    const { toSign: bytes } = await filledRevision({ db, blobs, signer }, field, values)
    const sha256 = hashHex(bytes)
    return { bytes, sha256, documentId: field.document_id }
  } catch (error) {
    throw asRefusal(error)
  }
}

export interface DownloadedCopy extends PreparedCopy {
  readonly filename: string
}

/**
 * Logs the download and gives the file a name that differs from the original's.
 *
 * @throws ApiError as `copyToSign`
 */
export const downloadCopy = async (
  services: Pick<ApiServices, 'db' | 'blobs' | 'clock' | 'signer'>,
  actor: SessionActor | GuestActor,
  fieldId: number,
): Promise<DownloadedCopy> => {
  const copy = await copyToSign(services, actor, fieldId)
  const { original_filename } = await storedDocument(services.db, copy.documentId)
  await logDownload(services, actor, copy.documentId, copy.sha256)
  return { ...copy, filename: original_filename.replace(/(?:\.pdf)?$/i, ' (para firmar).pdf') }
}
