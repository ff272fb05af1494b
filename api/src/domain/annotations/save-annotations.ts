import type { AnnotationCounts } from 'pdf/annotate'
import type { UserFile } from 'shared/contract'
import { turnOf } from 'shared/server'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { answerRepeated } from '../../platform/http/idempotency.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkNotCancelled, ownDocument } from '../access/document-access.ts'
import { appendEvent } from '../audit/append-event.ts'
import { fileProblems } from '../documents/file-refusal.ts'
import { checkNotFrozen } from '../documents/frozen.ts'
import { getDocument } from '../documents/get-document.ts'
import { currentRevision } from '../documents/revisions.ts'
import { fitsQuota } from '../documents/storage-use.ts'
import type { IncomingAnnotations } from './read-annotations.ts'

type AnnotatingDependencies = Pick<
  ApiServices,
  'db' | 'clock' | 'documentEvents' | 'locks' | 'inspectAnnotated' | 'quota'
>

export interface SaveAnnotations {
  readonly userId: number
  readonly documentId: number
  readonly incoming: IncomingAnnotations
}

const checkStillOpen = async (
  db: ApiDatabase,
  { userId, documentId, incoming }: SaveAnnotations,
  now: number,
): Promise<void> => {
  checkNotCancelled(await ownDocument(db, userId, documentId))
  await checkNotFrozen(db, documentId, now)
  const newest = await currentRevision(db, documentId)
  if (newest.sha256 !== incoming.base.sha256) throw new ApiError('ANNOTATIONS_OUTDATED')
}

/** The revision's digest is the fingerprint of its request: the file is all of it. */
const storedBefore = (
  services: Pick<AnnotatingDependencies, 'db' | 'clock'>,
  { userId, documentId, incoming }: SaveAnnotations,
) => {
  const revisions = services.db.selectFrom('revisions').select('sha256 as fingerprint')
  return answerRepeated({
    fingerprint: incoming.blob.sha256,
    find: () =>
      revisions.where('document_id', '=', documentId).where('request_key', '=', incoming.key).executeTakeFirst(),
    answer: () => getDocument(services, userId, documentId),
  })
}

const inspect = async (
  { inspectAnnotated }: AnnotatingDependencies,
  { userId, incoming }: SaveAnnotations,
): Promise<AnnotationCounts> => {
  const { blob, base } = incoming
  const inspection = await inspectAnnotated(blob.path, base.size, turnOf(userId))
  if (inspection.kind === 'annotated') return inspection
  const { found, detail } =
    inspection.kind === 'refused' ? inspection : { found: fileProblems.exhausted.message, detail: inspection.kind }
  const message = found === undefined ? {} : { message: `No se guardaron las anotaciones. ${found}` }
  throw new ApiError('ANNOTATIONS_REFUSED', { ...message, cause: detail })
}

const recordAnnotations = async (
  db: ApiDatabase,
  save: SaveAnnotations,
  counts: AnnotationCounts,
  now: number,
): Promise<void> => {
  const { userId, documentId, incoming } = save
  const { sha256, size } = incoming.blob
  await checkStillOpen(db, save, now)
  const number = (await currentRevision(db, documentId)).number + 1
  await db
    .insertInto('revisions')
    .values({
      document_id: documentId,
      number,
      kind: 'annotated',
      sha256,
      size,
      created_at: now,
      request_key: incoming.key,
    })
    .execute()
  await db.updateTable('documents').set({ revision: number }).where('id', '=', documentId).execute()
  const { added, changed, removed } = counts
  const data = { revision: number, sha256, size, base_sha256: incoming.base.sha256, added, changed, removed }
  await appendEvent(db, documentId, { at: now, kind: 'document-annotated', actor: `user:${userId}`, data })
}

/**
 * Repeated requests with the same key change nothing.
 * @throws ApiError NOT_FOUND, DOCUMENT_CANCELLED, DOCUMENT_FROZEN,
 * ANNOTATIONS_OUTDATED, ANNOTATIONS_REFUSED, QUOTA_EXCEEDED,
 * IDEMPOTENCY_KEY_REUSED
 */
export const saveAnnotations = async (services: AnnotatingDependencies, save: SaveAnnotations): Promise<UserFile> => {
  const { db, clock, locks, documentEvents } = services
  const { userId, documentId, incoming } = save
  const before = await storedBefore(services, save)
  if (before !== undefined) return before
  // Fails before the slow inspection; re-checked under the lock.
  await checkStillOpen(db, save, clock())
  if (!(await fitsQuota(services, userId, incoming.blob.size))) throw new ApiError('QUOTA_EXCEEDED')
  const counts = await inspect(services, save)
  await locks.run(documentId, async () => {
    if ((await storedBefore(services, save)) !== undefined) return
    await incoming.blob.keep()
    await db.transaction().execute((transaction) => recordAnnotations(transaction, save, counts, clock()))
    documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
  })
  return getDocument(services, userId, documentId)
}
