import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { emailKey, fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { appendEvent } from '../audit/append-event.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { findSealJob } from '../jobs/seal-jobs.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { documentCancelledMessage } from '../mail/templates/document-cancelled.ts'
import { goOnElsewhere } from '../sealing/go-on-elsewhere.ts'
import { publishTogether, transactTogether } from '../sending-access/change-together.ts'
import { endDocument } from './end-document.ts'

/** What ends a document, and lets the others of its sending go on. */
export type EndingServices = Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker'> &
  IssuingServices

interface Request {
  readonly userId: number
  readonly documentId: number
  readonly reason: string
}

const cancel = async (
  db: ApiDatabase,
  services: IssuingServices,
  { userId, documentId, reason, now }: Request & { readonly now: number },
): Promise<boolean> => {
  const document = await ownDocument(db, userId, documentId)
  if (document.status === 'CANCELLED') return false
  const isSigned = (await findSealJob(db, documentId)) !== undefined
  if (isSigned || document.status === 'COMPLETED') throw new ApiError('DOCUMENT_FINISHED')
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const everyone = await endDocument(db, { document, by: null, reason, now })
  for (const { hasSigned, hasAnswered, ...to } of everyone) {
    if (emailKey(to.address) === emailKey(user.email)) continue
    const message = documentCancelledMessage({
      ownerName: fullName(user),
      filename: document.original_filename,
      reason,
      hasSigned,
      hasAnswered,
    })
    await enqueueMail(db, { kind: 'document-cancelled', documentId, to, message }, now)
  }
  const event = { at: now, kind: 'document-cancelled' as const, actor: `user:${userId}`, data: { reason } }
  await appendEvent(db, documentId, event)
  await goOnElsewhere(db, services, document, now)
  return true
}

/**
 * Cancels signing for good and notifies everyone. Idempotent.
 * @throws ApiError NOT_FOUND, DOCUMENT_FINISHED
 */
export const cancelOwnDocument = async (services: EndingServices, request: Request): Promise<void> => {
  const { userId, documentId } = request
  const { result: isCancelled, ids } = await transactTogether(services, documentId, (transaction) =>
    cancel(transaction, services, { ...request, now: services.clock() }),
  )
  if (!isCancelled) return
  services.wakeMailWorker()
  publishTogether(services, userId, ids)
}
