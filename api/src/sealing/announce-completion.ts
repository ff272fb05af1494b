import { href } from 'shared/contract'
import type { SealProblem } from 'shared/contract/sealing'
import { fullName } from '../accounts/identity.ts'
import { wayOfLink } from '../audit/ways.ts'
import type { Db } from '../database/open-database.ts'
import { currentRevision } from '../files/revisions.ts'
import { distinctRecipients, enqueueMail, type Recipient } from '../mail/outbox.ts'
import { documentCompletedMessage } from '../mail/templates/document-completed.ts'
import { sealingFailedMessage } from '../mail/templates/sealing-failed.ts'
import { sealProblemTexts } from './seal-problem.ts'

const describe = async (db: Db, documentId: number): Promise<{ filename: string; owner: Recipient }> => {
  const row = await db
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .select(['documents.original_filename', 'users.first_name', 'users.last_name', 'users.email'])
    .where('documents.id', '=', documentId)
    .executeTakeFirstOrThrow()
  return { filename: row.original_filename, owner: { name: fullName(row), address: row.email } }
}

/** The finished document goes to its owner and to everyone who signed it, once to each address. */
export const announceCompletion = async (transaction: Db, documentId: number, now: number): Promise<void> => {
  const { filename, owner } = await describe(transaction, documentId)
  const signatures = await transaction
    .selectFrom('signatures')
    .select(['signer_name', 'signer_email', 'signed_at', 'came_by'])
    .where('document_id', '=', documentId)
    .orderBy('revision')
    .execute()
  const { sha256 } = await currentRevision(transaction, documentId)
  const message = documentCompletedMessage({
    filename,
    signers: signatures.map(({ signer_name, signed_at, came_by }) => ({
      name: signer_name,
      signedAt: signed_at,
      way: wayOfLink(came_by),
    })),
  })
  const signers = signatures.map(({ signer_name, signer_email }) => ({ name: signer_name, address: signer_email }))
  for (const to of distinctRecipients([owner, ...signers]))
    await enqueueMail(
      transaction,
      { kind: 'document-completed', documentId, to, message, attachment: { filename, sha256 } },
      now,
    )
}

/** The owner hears that a document with every signature in it could not be closed, and what to do. */
export const announceFailure = async (
  transaction: Db,
  documentId: number,
  { problem, publicUrl, now }: { readonly problem: SealProblem; readonly publicUrl: string; readonly now: number },
): Promise<void> => {
  const { filename, owner } = await describe(transaction, documentId)
  const message = sealingFailedMessage({
    filename,
    reason: sealProblemTexts[problem],
    url: `${publicUrl}${href.dashboard()}`,
  })
  await enqueueMail(transaction, { kind: 'sealing-failed', documentId, to: owner, message }, now)
}
