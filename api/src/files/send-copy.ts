import { emailKey } from '../accounts/identity.ts'
import { MINUTE } from '../clock.ts'
import type { Db } from '../database/open-database.ts'
import { fieldsOf } from '../fields/find-field.ts'
import { ApiError } from '../http/api-error.ts'
import { limits } from '../http/limits.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { documentCopyMessage } from '../mail/templates/document-copy.ts'
import type { Services } from '../services.ts'
import { documentForRecipient } from './document-access.ts'
import { currentRevision } from './revisions.ts'

/** Within this time the same revision is not mailed to the same person again, in milliseconds. */
const SAME_COPY_PAUSE = 10 * MINUTE

/** Whether this very revision is on its way to the person already, for instance because it was just completed. */
const wasJustSent = async (db: Db, documentId: number, key: string, sha256: string, now: number): Promise<boolean> => {
  const mail = await db
    .selectFrom('outbox')
    .select('id')
    .where('document_id', '=', documentId)
    .where('to_key', '=', key)
    .where('attachment_sha256', '=', sha256)
    .where('state', '!=', 'failed')
    .where('created_at', '>', now - SAME_COPY_PAUSE)
    .executeTakeFirst()
  return mail !== undefined
}

/**
 * Mails the newest revision of a document, while it is shared or the invitation stands, to someone who has a field in it.
 * @throws ApiError NOT_FOUND, RECIPIENT_NOT_OF_DOCUMENT, RATE_LIMITED
 */
export const sendCopy = async (
  { db, clock, nudgeMail }: Pick<Services, 'db' | 'clock' | 'nudgeMail'>,
  limiter: RateLimiter,
  documentId: number,
  email: string,
): Promise<void> => {
  const key = emailKey(email)
  const now = clock()
  const document = await documentForRecipient(db, documentId, { key, now })
  const fields = await fieldsOf(db, documentId)
  const recipient = fields.find((field) => field.signer_email !== '' && emailKey(field.signer_email) === key)
  if (recipient === undefined) throw new ApiError('RECIPIENT_NOT_OF_DOCUMENT')
  await limiter.hit(limits.sendPdfByRecipient, `${documentId} ${key}`)
  const { sha256 } = await currentRevision(db, documentId)
  if (await wasJustSent(db, documentId, key, sha256, now)) return
  const signed = fields.filter((field) => field.signed_at !== null).length
  const filename = document.original_filename
  const mail = {
    kind: 'document-copy',
    documentId,
    to: { name: recipient.signer_name, address: recipient.signer_email },
    message: documentCopyMessage({ filename, signed, total: fields.length }),
    attachment: { filename, sha256 },
  } as const
  await db.transaction().execute((transaction) => enqueueMail(transaction, mail, now))
  nudgeMail()
}
