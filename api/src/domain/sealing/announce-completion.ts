import { href } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { entryPointOfLink, withApiClient } from '../audit/entry-points.ts'
import { currentRevision } from '../documents/revisions.ts'
import { documentWithOwner } from '../documents/stored-document.ts'
import { distinctRecipients, enqueueMail, type MailRecipient } from '../mail/outbox.ts'
import { type CompletedDocument, documentCompletedMessage } from '../mail/templates/document-completed.ts'
import { sealingFailedMessage } from '../mail/templates/sealing-failed.ts'
import { isSignedByPublicLink } from '../signing/view-signature.ts'

/** A complete document, as its final mail tells it. */
export interface ToldCompletion {
  readonly document: StoredDocument
  readonly owner: MailRecipient
  readonly told: CompletedDocument
  /** Who gets the file, besides the owner. */
  readonly signers: readonly MailRecipient[]
  readonly sha256: string
  /** Bytes. */
  readonly size: number
}

/** Public-link signers have no proven address: after sharing ends they get no mail. */
export const readCompletion = async (db: ApiDatabase, documentId: number): Promise<ToldCompletion> => {
  const { document, owner } = await documentWithOwner(db, documentId)
  const signatures = await db
    .selectFrom('signatures')
    .select(['signer_name', 'signer_email', 'signed_at', 'came_by', 'agent'])
    .where('document_id', '=', documentId)
    .orderBy('revision')
    .execute()
  const { sha256, size } = await currentRevision(db, documentId)
  const reached =
    document.shared_at !== null ? signatures : signatures.filter((signature) => !isSignedByPublicLink(signature))
  return {
    document,
    owner,
    told: {
      filename: document.original_filename,
      mode: document.signing_mode,
      signers: signatures.map(({ signer_name, signed_at, came_by, agent }) => ({
        name: signer_name,
        signedAt: signed_at,
        entryPoint: withApiClient(entryPointOfLink(came_by), agent),
      })),
    },
    signers: reached.map(({ signer_name, signer_email }) => ({ name: signer_name, address: signer_email })),
    sha256,
    size,
  }
}

export const mailCompletion = async (
  transaction: ApiDatabase,
  { document: { id: documentId }, told, sha256 }: ToldCompletion,
  to: MailRecipient,
  now: number,
): Promise<void> => {
  const message = documentCompletedMessage(told)
  const attachment = { filename: told.filename, sha256 }
  await enqueueMail(transaction, { kind: 'document-completed', documentId, to, message, attachment }, now)
}

/** Once to each address. */
export const announceCompletion = async (transaction: ApiDatabase, documentId: number, now: number): Promise<void> => {
  const completion = await readCompletion(transaction, documentId)
  for (const to of distinctRecipients([completion.owner, ...completion.signers]))
    await mailCompletion(transaction, completion, to, now)
}

/** Only to the owner: signers have done their part and can do nothing about it. */
export const announceFailure = async (
  transaction: ApiDatabase,
  documentId: number,
  { reason, publicUrl, now }: { readonly reason: string; readonly publicUrl: string; readonly now: number },
): Promise<void> => {
  const { document, owner } = await documentWithOwner(transaction, documentId)
  const message = sealingFailedMessage({
    filename: document.original_filename,
    reason,
    url: `${publicUrl}${href.dashboard()}`,
  })
  await enqueueMail(transaction, { kind: 'sealing-failed', documentId, to: owner, message }, now)
}
