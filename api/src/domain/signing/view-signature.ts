import type { Selectable } from 'kysely'
import type { SignatureResult } from 'shared/contract'
import { SignatureResultSchema } from 'shared/contract'
import * as v from 'valibot'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { SignatureTable } from '../../platform/database/schema.ts'
import { storedDocument } from '../documents/stored-document.ts'
import { downloadUrl } from '../documents/view-documents.ts'

export type StoredSignature = Selectable<SignatureTable>

export const findSignature = (db: ApiDatabase, fieldId: number): Promise<StoredSignature | undefined> =>
  db.selectFrom('signatures').selectAll().where('field_id', '=', fieldId).executeTakeFirst()

/** The signer stated the name and had no invitation: pages and certificate say so. */
export const isSignedByPublicLink = ({ came_by }: Pick<StoredSignature, 'came_by'>): boolean =>
  came_by?.startsWith('agent-session:') ?? false

const viewTimeStamp = (signature: StoredSignature): SignatureResult['timestamp'] => {
  const { timestamp_authority: authority, timestamp_at, timestamp_source: source } = signature
  return source === 'none' ? null : { authority, time: toInstant(timestamp_at), source }
}

/** Recorded signatures have been verified. */
export const viewSignature = async (db: ApiDatabase, signature: StoredSignature): Promise<SignatureResult> => {
  const { completed_at } = await storedDocument(db, signature.document_id)
  return {
    success: true,
    field_id: signature.field_id,
    signer_info: { name: signature.signer_name, email: signature.signer_email },
    by_public_link: isSignedByPublicLink(signature),
    signed_at: toInstant(signature.signed_at),
    certificate_info: {
      serial_number: signature.certificate_serial,
      issuer: signature.certificate_issuer,
      subject: signature.certificate_subject,
      valid_from: toInstant(signature.certificate_valid_from),
      valid_to: toInstant(signature.certificate_valid_to),
    },
    level: v.parse(SignatureResultSchema.entries.level, signature.level),
    timestamp: viewTimeStamp(signature),
    revocation: signature.revocation,
    agent: signature.agent,
    proven_identification: signature.proven_identification,
    verified: true,
    document: {
      id: signature.document_id,
      is_signed: completed_at !== null,
      download_url: downloadUrl(signature.document_id),
    },
  }
}
