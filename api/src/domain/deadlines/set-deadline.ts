import { dateOf, endOfDate, lastDate } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { isDeadlineOver } from '../access/deadline.ts'
import { checkNotCancelled, ownDocument, type StoredDocument } from '../access/document-access.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { checkNotWorkingCopy } from '../access/working-copy.ts'
import { appendEvent } from '../audit/append-event.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { findSealJob } from '../jobs/seal-jobs.ts'
import type { ReminderServices } from '../reminders/mail-again.ts'
import { publishTogether, transactTogether } from '../sending-access/change-together.ts'
import { documentsTogether } from '../sending-access/sending-documents.ts'
import { startNextTurn } from '../signing-order/start-next-turn.ts'
import { announceDeadline } from './announce-deadline.ts'

interface Request {
  readonly userId: number
  readonly documentId: number
  /** A day in Costa Rica, `2026-01-31`; null removes the deadline. */
  readonly date: string | null
}

const deadlineOf = (date: string | null, now: number): number | null => {
  if (date === null) return null
  const deadline = endOfDate(date)
  if (Number.isNaN(deadline)) throw invalidInput('date', 'Esa fecha no existe. Escribe otra.')
  if (deadline <= now) throw invalidInput('date', 'Esa fecha ya pasó. Elige hoy o un día posterior.')
  if (date > lastDate(now)) throw invalidInput('date', 'Elige una fecha dentro de los próximos dos años.')
  return deadline
}

const checkUnfinished = async (db: ApiDatabase, documentId: number): Promise<void> => {
  if ((await findSealJob(db, documentId)) !== undefined)
    throw new ApiError('DOCUMENT_FINISHED', {
      message: 'Este documento ya está firmado por todas las personas: ya no hace falta una fecha.',
    })
}

/** @returns whether it had another one */
const changeOne = async (
  db: ApiDatabase,
  services: ReminderServices,
  document: StoredDocument,
  { userId, date, now, mailed }: Pick<Request, 'userId' | 'date'> & { now: number; mailed: Set<string> },
): Promise<boolean> => {
  const { id: documentId } = document
  const deadline = deadlineOf(date, now)
  if (deadline === document.deadline) return false
  await db.updateTable('documents').set({ deadline, expired_at: null }).where('id', '=', documentId).execute()
  await refreshWaiting(db, documentId)
  const data = {
    deadline: date ?? 'sin fecha',
    before: document.deadline === null ? 'sin fecha' : dateOf(document.deadline - 1),
  }
  await appendEvent(db, documentId, { at: now, kind: 'deadline-changed', actor: `user:${userId}`, data })
  const news = { before: document.deadline, deadline, reopened: isDeadlineOver(document, now) }
  await announceDeadline(db, services, documentId, { ...news, now }, mailed)
  return true
}

/** Of the document and of all that are sent with it and are not ended. @returns those that changed */
const change = async (
  db: ApiDatabase,
  services: IssuingServices,
  { userId, documentId, date }: Request,
  now: number,
): Promise<number[]> => {
  const document = await ownDocument(db, userId, documentId)
  checkNotCancelled(document)
  checkNotWorkingCopy(document)
  await checkUnfinished(db, documentId)
  const changed: number[] = []
  const mailed = new Set<string>()
  for (const each of await documentsTogether(db, document)) {
    if (each.status === 'CANCELLED' || (await findSealJob(db, each.id)) !== undefined) continue
    if (await changeOne(db, services, each, { userId, date, now, mailed })) changed.push(each.id)
  }
  // A document that is open again has its turns again.
  if (changed.length > 0 && document.sending_id !== null) await startNextTurn(db, services, documentId, now)
  return changed
}

/**
 * Sets, moves or removes the deadline, in the whole sending. Extending it opens an expired document again: nothing was revoked.
 *
 * @throws ApiError DOCUMENT_FINISHED, TEMPLATE_WORKING_COPY, VALIDATION, NOT_FOUND
 */
export const setDeadline = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker'> & IssuingServices,
  request: Request,
): Promise<void> => {
  const { clock, wakeMailWorker } = services
  const { result: changed } = await transactTogether(services, request.documentId, (transaction) =>
    change(transaction, services, request, clock()),
  )
  if (changed.length === 0) return
  wakeMailWorker()
  publishTogether(services, request.userId, changed)
}
