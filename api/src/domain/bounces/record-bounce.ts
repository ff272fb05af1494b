import { DAY_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { StoredMail } from '../../platform/mail/transport.ts'
import type { ApiServices } from '../../platform/services.ts'
import { announceUndelivered } from '../mail/announce-undelivered.ts'
import { logMail } from '../mail/log-mail.ts'
import type { BounceAddress } from './bounce-address.ts'
import { readReport } from './read-report.ts'

/** Servers stop after five days (RFC 5321, 4.5.4.1). */
const BOUNCE_LIFE = 10 * DAY_MS

type BounceDependencies = Pick<
  ApiServices,
  'db' | 'clock' | 'publicUrl' | 'wakeMailWorker' | 'adminLog' | 'documentEvents'
>

const markUndelivered = async (
  transaction: ApiDatabase,
  mailId: number,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<StoredMail | undefined> => {
  const update = await transaction
    .updateTable('outbox')
    .set({ state: 'failed', last_error: reason })
    .where('id', '=', mailId)
    .where('state', '=', 'sent')
    .where('sent_at', '>', now - BOUNCE_LIFE)
    .executeTakeFirst()
  if (update.numUpdatedRows === 0n) return undefined
  return transaction.selectFrom('outbox').selectAll().where('id', '=', mailId).executeTakeFirst()
}

const publish = async ({ db, documentEvents }: BounceDependencies, { document_id: id }: StoredMail): Promise<void> => {
  if (id === null) return
  const document = db.selectFrom('documents').select('owner_id').where('id', '=', id)
  const owner = await document.executeTakeFirst()
  if (owner !== undefined) documentEvents.publish(owner.owner_id, { kind: 'changed', document_id: id })
}

/** @throws ApiError VALIDATION, NOT_FOUND */
export const recordBounce = async (
  services: BounceDependencies,
  bounces: BounceAddress,
  message: Uint8Array,
): Promise<'undelivered' | 'ignored'> => {
  const report = readReport(message)
  if (report === undefined)
    throw new ApiError('VALIDATION', { message: 'Esto no es un informe de entrega (RFC 3464).' })
  const mailId = bounces.mailIdOf(report.recipients)
  if (mailId === undefined) throw new ApiError('NOT_FOUND')
  const { failure: reason } = report
  if (reason === undefined) return 'ignored'
  const { db, clock, publicUrl, adminLog } = services
  const now = clock()
  const mail = await db.transaction().execute(async (transaction) => {
    const found = await markUndelivered(transaction, mailId, { reason, now })
    if (found === undefined) return undefined
    await logMail(transaction, 'mail-failed', found, now)
    await announceUndelivered(transaction, found, { reason, publicUrl, now })
    return found
  })
  if (mail === undefined) return 'ignored'
  const { id, kind, attempts } = mail
  adminLog.record({ event: 'mail-given-up', mail: id, kind, attempts, refused: true })
  services.wakeMailWorker()
  await publish(services, mail)
  return 'undelivered'
}
