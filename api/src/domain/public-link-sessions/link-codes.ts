import { MINUTE_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { isOneMailbox } from '../../platform/mail/header-text.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { publicDocument } from '../access/check-open-field.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { linkCodeMessage } from '../mail/templates/link-code.ts'

/** Milliseconds. Six digits, so the life is short. */
export const LINK_CODE_LIFE = 10 * MINUTE_MS
/** Of one code; every attempt counts, also a right one. */
export const LINK_CODE_ATTEMPTS = 5

export interface LinkCodeRequest {
  readonly documentId: number
  readonly email: string
}

const storeCode = async (
  db: ApiDatabase,
  { documentId, email }: LinkCodeRequest,
  { id, hash, now }: { readonly id: number; readonly hash: string; readonly now: number },
): Promise<void> => {
  const email_key = emailKey(email)
  await db
    .deleteFrom('link_codes')
    .where((eb) =>
      eb.or([
        eb.and([eb('document_id', '=', documentId), eb('email_key', '=', email_key)]),
        eb('expires_at', '<=', now),
      ]),
    )
    .execute()
  const times = { created_at: now, expires_at: now + LINK_CODE_LIFE, attempts: 0 }
  await db
    .insertInto('link_codes')
    .values({ id, document_id: documentId, email_key, code_hash: hash, ...times })
    .execute()
}

/**
 * Mails a code to the stated address, if the owner requires it. Codes are stored under the key of reset codes.
 *
 * @throws ApiError NOT_FOUND if no code is required
 */
export const mailLinkCode = async (
  { db, clock, resetCodes, wakeMailWorker }: Pick<ApiServices, 'db' | 'clock' | 'resetCodes' | 'wakeMailWorker'>,
  wish: LinkCodeRequest,
): Promise<void> => {
  const { documentId, email } = wish
  if (!isOneMailbox(email)) throw invalidInput('email', 'El email no es válido')
  const now = clock()
  const [code = ''] = resetCodes.draw(1)
  const id = newId()
  await db.transaction().execute(async (transaction) => {
    const document = await publicDocument(transaction, documentId, now)
    if (document.link_code_at === null) throw new ApiError('NOT_FOUND')
    await storeCode(transaction, wish, { id, hash: resetCodes.hash(id, code), now })
    const message = linkCodeMessage({ filename: document.original_filename, code, expiresAt: now + LINK_CODE_LIFE })
    await enqueueMail(transaction, { kind: 'link-code', documentId, to: { name: '', address: email }, message }, now)
  })
  wakeMailWorker()
}

/** Counts every attempt. */
export const useLinkCode = async (
  { db, clock, resetCodes }: Pick<ApiServices, 'db' | 'clock' | 'resetCodes'>,
  { documentId, email, code }: LinkCodeRequest & { readonly code: string | undefined },
): Promise<void> => {
  if (email === '' || code === undefined || code === '') throw new ApiError('EMAIL_CODE_NEEDED')
  const tried = await db
    .updateTable('link_codes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('document_id', '=', documentId)
    .where('email_key', '=', emailKey(email))
    .where('expires_at', '>', clock())
    .where('attempts', '<', LINK_CODE_ATTEMPTS)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  if (tried === undefined || resetCodes.hash(tried.id, code) !== tried.code_hash) throw new ApiError('EMAIL_CODE_WRONG')
  const used = await db.deleteFrom('link_codes').where('id', '=', tried.id).executeTakeFirst()
  if (used.numDeletedRows === 0n) throw new ApiError('EMAIL_CODE_WRONG')
}
