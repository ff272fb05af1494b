import { sql } from 'kysely'
import { href } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { invitationLinks } from '../invitations/invitation-links.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { distinctRecipients, enqueueMail, type MailRecipient } from '../mail/outbox.ts'
import { type OtherEnd, sendingCompletedMessage } from '../mail/templates/document-completed.ts'
import { documentsOfSending } from '../sending-access/sending-documents.ts'
import { mailCompletion, readCompletion, type ToldCompletion } from './announce-completion.ts'
import { sendFinalCopies } from './send-final-copies.ts'

/** Bytes of files in one mail, before Base64: most mailboxes refuse mails of more than 20 to 25 MB. */
export const MAIL_FILES_MAX = 15 * 1024 * 1024

/** A document without fields never ends, so the mail does not wait for it. */
const isPending = async (db: ApiDatabase, { id, status, expired_at }: StoredDocument): Promise<boolean> => {
  if (status === 'PROCESSING') return expired_at === null
  return status === 'UPLOADED' && expired_at === null && (await fieldsOf(db, id)).length > 0
}

const otherEndOf = ({ status, expired_at }: StoredDocument): OtherEnd | undefined => {
  if (status === 'CANCELLED') return 'cancelled'
  if (status === 'FAILED') return 'failed'
  return status !== 'COMPLETED' && expired_at !== null ? 'expired' : undefined
}

interface OtherDocument {
  readonly filename: string
  readonly end: OtherEnd
  /** Keys of those who know of it: their invitation was mailed. */
  readonly known: ReadonlySet<string>
}

const readOther = async (db: ApiDatabase, document: StoredDocument): Promise<OtherDocument[]> => {
  const end = otherEndOf(document)
  if (end === undefined) return []
  const invited = db.selectFrom('invitations').select('email').where('document_id', '=', document.id)
  const rows = await invited.where('turn_at', 'is not', null).execute()
  return [{ filename: document.original_filename, end, known: new Set(rows.map(({ email }) => emailKey(email))) }]
}

/** The person's page of the document; undefined for those who came by a public link. */
const pageOf = async (
  db: ApiDatabase,
  { publicUrl, invitationTokens }: IssuingServices,
  { document, owner }: ToldCompletion,
  to: MailRecipient,
): Promise<string | undefined> => {
  const key = emailKey(to.address)
  if (key === emailKey(owner.address)) return `${publicUrl}${href.dashboard()}`
  const invitation = await db
    .selectFrom('invitations')
    .selectAll()
    .where('document_id', '=', document.id)
    .where(sql<string>`lower(email)`, '=', key)
    .where('used_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (invitation === undefined || !invitationTokens.isDerived(invitation)) return undefined
  const token = invitationTokens.tokenOf(invitation.id)
  const { id: documentId, original_filename: filename } = document
  return invitationLinks(publicUrl, { documentId, filename, target: invitation, token }).page
}

interface ToldDocument {
  readonly completion: ToldCompletion
  /** Null: its file is attached. */
  readonly url: string | null
}

/** Files are attached in the order of the sending while they fit; the first one always is, as that of a document alone. */
const chooseFiles = async (
  db: ApiDatabase,
  services: IssuingServices,
  theirs: readonly ToldCompletion[],
  to: MailRecipient,
): Promise<ToldDocument[]> => {
  const told: ToldDocument[] = []
  let total = 0
  for (const completion of theirs) {
    const fits = total === 0 || total + completion.size <= MAIL_FILES_MAX
    const url = fits ? undefined : await pageOf(db, services, completion, to)
    if (url === undefined) total += completion.size
    told.push({ completion, url: url ?? null })
  }
  return told
}

const mailSending = async (
  db: ApiDatabase,
  services: IssuingServices,
  {
    to,
    theirs,
    others,
    now,
  }: { to: MailRecipient; theirs: readonly ToldCompletion[]; others: readonly OtherDocument[]; now: number },
): Promise<void> => {
  const [first] = theirs
  if (first === undefined) return
  if (theirs.length === 1 && others.length === 0) {
    await mailCompletion(db, first, to, now)
    return
  }
  const told = await chooseFiles(db, services, theirs, to)
  const message = sendingCompletedMessage({
    documents: told.map(({ completion, url }) => ({ ...completion.told, url })),
    others: others.map(({ filename, end }) => ({ filename, end })),
  })
  const files = told.flatMap(
    ({
      completion: {
        told: { filename },
        sha256,
      },
      url,
    }) => (url === null ? [{ filename, sha256 }] : []),
  )
  const [attachment, ...furtherAttachments] = files
  const mail = { kind: 'document-completed', documentId: first.document.id, to, message } as const
  await enqueueMail(db, { ...mail, ...(attachment && { attachment }), furtherAttachments }, now)
}

/**
 * After one of its documents ended, and once none is pending any more: one mail to each signer and to the owner, with
 * the files of the complete documents that they may have, and one to each who gets copies at the end. Documents that an
 * earlier mail named are left out, so one that is sealed after that, by a retry, has a mail by itself. In the transaction
 * that ends the document: a crash mails all or none, and of two that end at once the second one mails.
 */
export const announceSending = async (
  db: ApiDatabase,
  services: IssuingServices,
  sendingId: number,
  now: number,
): Promise<void> => {
  const documents = await documentsOfSending(db, sendingId)
  for (const document of documents) if (await isPending(db, document)) return
  const untold = documents.filter(({ end_told_at }) => end_told_at === null)
  const completions: ToldCompletion[] = []
  const others: OtherDocument[] = []
  for (const document of untold) {
    if (document.status === 'COMPLETED') completions.push(await readCompletion(db, document.id))
    else others.push(...(await readOther(db, document)))
  }
  const [first] = completions
  if (first === undefined) return
  const ownerKey = emailKey(first.owner.address)
  for (const to of distinctRecipients([first.owner, ...completions.flatMap(({ signers }) => signers)])) {
    const key = emailKey(to.address)
    const isTheirs = ({ signers }: ToldCompletion) =>
      key === ownerKey || signers.some((one) => emailKey(one.address) === key)
    const known = others.filter((other) => key === ownerKey || other.known.has(key))
    await mailSending(db, services, { to, theirs: completions.filter(isTheirs), others: known, now })
  }
  const completed = completions.map(({ document }) => document.id)
  await sendFinalCopies(db, services, completed, now)
  const ended = untold.filter(({ status }) => status !== 'FAILED').map(({ id }) => id)
  await db.updateTable('documents').set({ end_told_at: now }).where('id', 'in', ended).execute()
}

/** As `announceSending`; a document without a sending needs no such mail. */
export const announceEnd = async (
  db: ApiDatabase,
  services: IssuingServices,
  { sending_id: sendingId }: Pick<StoredDocument, 'sending_id'>,
  now: number,
): Promise<void> => {
  if (sendingId !== null) await announceSending(db, services, sendingId, now)
}
