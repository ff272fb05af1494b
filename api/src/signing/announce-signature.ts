import { href } from 'shared/contract'
import { fullName } from '../accounts/identity.ts'
import type { Db } from '../database/open-database.ts'
import type { Field } from '../fields/view-field.ts'
import { distinctRecipients, enqueueMail, type Recipient } from '../mail/outbox.ts'
import { documentCompletedMessage } from '../mail/templates/document-completed.ts'
import { fieldSignedMessage } from '../mail/templates/field-signed.ts'
import type { SignatureRecord } from './record-signature.ts'

interface Announced {
  readonly documentId: number
  readonly filename: string
  readonly owner: Recipient
}

const describe = async (db: Db, documentId: number): Promise<Announced> => {
  const row = await db
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .select(['documents.original_filename', 'users.first_name', 'users.last_name', 'users.email'])
    .where('documents.id', '=', documentId)
    .executeTakeFirstOrThrow()
  return { documentId, filename: row.original_filename, owner: { name: fullName(row), address: row.email } }
}

/** The owner hears of each signature that somebody else made. */
const tellOwner = async (
  db: Db,
  { documentId, filename, owner }: Announced,
  record: SignatureRecord,
  fields: readonly Field[],
) => {
  if (record.actor.kind === 'session') return
  const message = fieldSignedMessage({
    signerName: record.signer.name,
    filename,
    signedAt: record.signedAt,
    signed: fields.filter((field) => field.signed_at !== null).length,
    total: fields.length,
    url: `${record.publicUrl}${href.dashboard()}`,
  })
  await enqueueMail(db, { kind: 'field-signed', documentId, to: owner, message }, record.signedAt)
}

/** The finished document goes to its owner and to everyone who signed it, once to each address. */
const sendToEveryone = async (db: Db, { documentId, filename, owner }: Announced, record: SignatureRecord) => {
  const signatures = await db
    .selectFrom('signatures')
    .select(['signer_name', 'signer_email', 'signed_at'])
    .where('document_id', '=', documentId)
    .orderBy('signed_at')
    .execute()
  const final = record.written.revisions.at(-1)
  const message = documentCompletedMessage({
    filename,
    signers: signatures.map(({ signer_name, signed_at }) => ({ name: signer_name, signedAt: signed_at })),
  })
  const signers = signatures.map(({ signer_name, signer_email }) => ({ name: signer_name, address: signer_email }))
  for (const to of distinctRecipients([owner, ...signers])) {
    const attachment = final === undefined ? undefined : { filename, sha256: final.sha256 }
    const mail = { kind: 'document-completed', documentId, to, message } as const
    await enqueueMail(db, attachment === undefined ? mail : { ...mail, attachment }, record.signedAt)
  }
}

/** Puts the mails about a signature into the outbox. The last one brings the document instead of the news. */
export const announceSignature = async (
  transaction: Db,
  record: SignatureRecord,
  fields: readonly Field[],
): Promise<void> => {
  const announced = await describe(transaction, record.field.document_id)
  if (fields.every((field) => field.signed_at !== null)) await sendToEveryone(transaction, announced, record)
  else await tellOwner(transaction, announced, record, fields)
}
