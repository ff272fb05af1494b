import { MINUTE_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { entitledRecipient } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { documentCopyMessage } from '../mail/templates/document-copy.ts'
import { currentRevision } from './revisions.ts'

/** Milliseconds in which a repeated request sends no second mail with the same bytes. */
const SAME_COPY_PAUSE = 10 * MINUTE_MS

/** For example on completion. */
const wasJustSent = async (
  db: ApiDatabase,
  documentId: number,
  key: string,
  sha256: string,
  now: number,
): Promise<boolean> => {
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
 * Mails the newest revision to the owner or a signer with access. The address comes from the document, and every other
 * one is refused, so the call cannot mail strangers.
 *
 * @throws ApiError as `entitledRecipient`, RATE_LIMITED
 */
export const sendCopy = async (
  { db, clock, wakeMailWorker }: Pick<ApiServices, 'db' | 'clock' | 'wakeMailWorker'>,
  limiter: RateLimiter,
  documentId: number,
  email: string,
): Promise<void> => {
  const key = emailKey(email)
  const now = clock()
  const { document, ...to } = await entitledRecipient(db, documentId, { key, now })
  await limiter.hit(rateLimits.sendPdfByRecipient, `${documentId} ${key}`)
  const { sha256 } = await currentRevision(db, documentId)
  if (await wasJustSent(db, documentId, key, sha256, now)) return
  const fields = await fieldsOf(db, documentId)
  const signed = fields.filter((field) => field.signed_at !== null).length
  const filename = document.original_filename
  const mail = {
    kind: 'document-copy',
    documentId,
    to,
    message: documentCopyMessage({ filename, signed, total: fields.length }),
    attachment: { filename, sha256 },
  } as const
  await db.transaction().execute(async (transaction) => {
    await entitledRecipient(transaction, documentId, { key, now })
    await enqueueMail(transaction, mail, now)
  })
  wakeMailWorker()
}
