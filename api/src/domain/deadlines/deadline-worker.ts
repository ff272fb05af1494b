import { href } from 'shared/contract'
import { dateOf } from 'shared/contract/signing-order'
import { createPollingLoop, type PollingLoop } from '../../platform/background/polling-loop.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { isDeadlineOver } from '../access/deadline.ts'
import { findDocumentById, type StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { isAnswerMissing, participantsOf } from '../access/find-participant.ts'
import { rowSignerNames } from '../access/same-signer.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { appendEvent } from '../audit/append-event.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { findSealJob } from '../jobs/seal-jobs.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { documentExpiredMessage } from '../mail/templates/document-expired.ts'
import { goOnElsewhere } from '../sealing/go-on-elsewhere.ts'
import { transactTogether } from '../sending-access/change-together.ts'

type DeadlineWorkerOptions = Pick<
  ApiServices,
  'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker' | 'publicUrl'
> &
  IssuingServices & {
    readonly log: Pick<ServiceLog, 'error'>
  }

/** Documents of a tick; the next tick takes the rest. */
const BATCH = 100

const dueDeadlines = (db: ApiDatabase, now: number) =>
  db
    .selectFrom('documents')
    .select('id')
    .where('deadline', 'is not', null)
    .where('expired_at', 'is', null)
    .where('deadline', '<=', now)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['UPLOADED', 'PROCESSING'])
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('seal_jobs').select('document_id').whereRef('document_id', '=', 'documents.id'))),
    )
    .orderBy('deadline')
    .limit(BATCH)

const mailOwner = async (
  db: ApiDatabase,
  { publicUrl }: DeadlineWorkerOptions,
  document: StoredDocument,
  now: number,
): Promise<void> => {
  const owner = await db.selectFrom('users').selectAll().where('id', '=', document.owner_id).executeTakeFirstOrThrow()
  const unsigned = (await fieldsOf(db, document.id)).filter(({ signed_at }) => signed_at === null)
  const unanswered = (await participantsOf(db, document.id)).filter(isAnswerMissing)
  const message = documentExpiredMessage({
    filename: document.original_filename,
    deadline: document.deadline ?? now,
    pending: [...rowSignerNames(unsigned), ...unanswered.map(({ name }) => name)],
    url: `${publicUrl}${href.dashboard()}`,
  })
  const to = { name: fullName(owner), address: owner.email }
  await enqueueMail(db, { kind: 'document-expired', documentId: document.id, to, message }, now)
}

const expire = async (
  db: ApiDatabase,
  options: DeadlineWorkerOptions,
  documentId: number,
): Promise<StoredDocument | undefined> => {
  const now = options.clock()
  const document = await findDocumentById(db, documentId)
  if (document === undefined || document.expired_at !== null || !isDeadlineOver(document, now)) return undefined
  if ((await findSealJob(db, documentId)) !== undefined) return undefined
  await db.updateTable('documents').set({ expired_at: now }).where('id', '=', documentId).execute()
  await refreshWaiting(db, documentId)
  await mailOwner(db, options, document, now)
  const data = { deadline: dateOf((document.deadline ?? now) - 1) }
  await appendEvent(db, documentId, { at: now, kind: 'document-expired', actor: 'system', data })
  await goOnElsewhere(db, options, document, now)
  return document
}

/**
 * Announces each passed deadline once, up to a minute late. It decides nothing: access reads the clock (`isDeadlineOver`).
 */
export const createDeadlineWorker = (options: DeadlineWorkerOptions): PollingLoop => {
  const { db, clock, documentEvents, wakeMailWorker, log } = options
  const onError = (error: unknown): void => log.error({ err: error }, 'deadline worker failed')
  const expireOne = async (id: number): Promise<StoredDocument | undefined> =>
    (await transactTogether(options, id, (transaction) => expire(transaction, options, id))).result
  const tick = async (): Promise<number> => {
    let expired = 0
    for (const { id } of await dueDeadlines(db, clock()).execute()) {
      if (loop.isStopping()) break
      const document = await expireOne(id).catch(onError)
      if (!document) continue
      expired += 1
      documentEvents.publish(document.owner_id, { kind: 'changed', document_id: id })
    }
    if (expired > 0) wakeMailWorker()
    return expired
  }
  const loop = createPollingLoop(tick, MINUTE_MS, onError)
  return loop
}
