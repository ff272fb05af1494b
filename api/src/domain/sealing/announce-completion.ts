import { href } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { entryPointOfLink, withApiClient } from '../audit/entry-points.ts'
import { currentRevision } from '../documents/revisions.ts'
import { documentWithOwner } from '../documents/stored-document.ts'
import { distinctRecipients, enqueueMail } from '../mail/outbox.ts'
import { documentCompletedMessage } from '../mail/templates/document-completed.ts'
import { sealingFailedMessage } from '../mail/templates/sealing-failed.ts'
import { isSignedByPublicLink } from '../signing/view-signature.ts'

/**
 * Once to each address. Public-link signers have no proven
 * address: after sharing ends they get no mail.
 */
export const announceCompletion = async (transaction: ApiDatabase, documentId: number, now: number): Promise<void> => {
  const { document, owner } = await documentWithOwner(transaction, documentId)
  const filename = document.original_filename
  const signatures = await transaction
    .selectFrom('signatures')
    .select(['signer_name', 'signer_email', 'signed_at', 'came_by', 'agent'])
    .where('document_id', '=', documentId)
    .orderBy('revision')
    .execute()
  const { sha256 } = await currentRevision(transaction, documentId)
  const message = documentCompletedMessage({
    filename,
    mode: document.signing_mode,
    signers: signatures.map(({ signer_name, signed_at, came_by, agent }) => ({
      name: signer_name,
      signedAt: signed_at,
      entryPoint: withApiClient(entryPointOfLink(came_by), agent),
    })),
  })
  const reached =
    document.shared_at !== null ? signatures : signatures.filter((signature) => !isSignedByPublicLink(signature))
  const signers = reached.map(({ signer_name, signer_email }) => ({ name: signer_name, address: signer_email }))
  for (const to of distinctRecipients([owner, ...signers]))
    await enqueueMail(
      transaction,
      { kind: 'document-completed', documentId, to, message, attachment: { filename, sha256 } },
      now,
    )
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
