import { SignatureError } from 'pdf/cms'
import type { DocumentSealer, SealedTail } from 'pdf/sign'
import type { NationalFormat } from 'pdf/verify/national'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findDocumentById, type StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { preparedPlace } from '../access/view-field.ts'
import { appendEvent, headOf } from '../audit/append-event.ts'
import { DoubtedError } from '../documents/doubted-error.ts'
import { NationalFormatError } from '../documents/format-problem.ts'
import { currentRevision } from '../documents/revisions.ts'
import { documentWithOwner } from '../documents/stored-document.ts'
import { formRowsOf } from '../form-fields/find-form-fields.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { beginCertificate } from '../jobs/certificate-jobs.ts'
import { finishJob } from '../jobs/seal-jobs.ts'
import { queueSealedEntry } from '../seal-log/queue-entry.ts'
import { appendTail, type NewRevision, storeRevision } from '../signing/write-signature.ts'
import { announceCompletion } from './announce-completion.ts'
import { announceSending } from './announce-sending.ts'
import { sendFinalCopies } from './send-final-copies.ts'

export type SealingServices = Pick<
  ApiServices,
  'db' | 'blobs' | 'signer' | 'certified' | 'clock' | 'locks' | 'judgeNationalFormat' | 'checkSoundness'
>

type FormatOutcome = Extract<NationalFormat, { kind: 'judged' }>['outcome']

/** @throws NationalFormatError */
export const requireNationalFormat = (format: NationalFormat): FormatOutcome => {
  if (format.kind !== 'judged') throw new NationalFormatError([])
  const unmet = format.rules.filter(({ state }) => state === 'not-met').map(({ rule }) => rule)
  if (unmet.length > 0) throw new NationalFormatError(unmet)
  return format.outcome
}

/** @param bytes given away */
const checkNationalFormat = async (
  { judgeNationalFormat }: Pick<ApiServices, 'judgeNationalFormat'>,
  bytes: Uint8Array,
  now: number,
): Promise<FormatOutcome> => requireNationalFormat(await judgeNationalFormat(bytes, new Date(now)))

/** A sealed revision before its rows exist. */
export interface WrittenSeal {
  readonly revision: NewRevision
  readonly seal: SealedTail
  readonly logHead: string
  readonly format?: FormatOutcome
}

/**
 * The official validator rejects any foreign signature,
 * our time stamp included. Documents with card signatures
 * in mode `electronic` stay unsealed; their evidence is a separate file.
 */
const hasNationalSignatures = async (db: ApiDatabase, documentId: number): Promise<boolean> => {
  const signature = await db
    .selectFrom('signatures')
    .select('field_id')
    .where('document_id', '=', documentId)
    .where('agent', 'in', ['firmador', 'fva', 'fva-simulator'])
    .limit(1)
    .executeTakeFirst()
  return signature !== undefined
}

/** Nothing of the platform enters a certified document. */
export const sealerOf = (
  { signer, certified }: Pick<ApiServices, 'signer' | 'certified'>,
  { signing_mode: mode }: Pick<StoredDocument, 'signing_mode'>,
): DocumentSealer => {
  if (mode === 'electronic') return signer
  if (certified === null) throw new SignatureError('TIMESTAMP_UNAVAILABLE', 'no authority is configured')
  return certified
}

/** All fields are prepared in one revision, before the first signature. */
const sizeOfPrepared = async (db: ApiDatabase, documentId: number): Promise<number> => {
  const revisions = db.selectFrom('revisions').select('size').where('document_id', '=', documentId)
  return (await revisions.where('kind', '=', 'prepared').orderBy('number').limit(1).executeTakeFirstOrThrow()).size
}

/**
 * Completing cannot be undone, so the whole verifier is asked
 * first. @throws DoubtedError
 */
const requireSoundness = async (
  { db, checkSoundness }: Pick<SealingServices, 'db' | 'checkSoundness'>,
  documentId: number,
  bytes: Uint8Array,
  now: number,
): Promise<void> => {
  const prepared = [...(await fieldsOf(db, documentId)), ...(await formRowsOf(db, documentId))]
  const found = await checkSoundness({
    bytes: new Uint8Array(bytes),
    preparedSize: await sizeOfPrepared(db, documentId),
    places: prepared.map(preparedPlace),
    now: new Date(now),
  })
  if (found.kind === 'exhausted') throw new Error('the signatures could not be verified within the limits')
  if (found.kind === 'doubted') throw new DoubtedError(found.problem)
}

/** @returns undefined if the document is completed without a seal */
const writeSealedRevision = async (
  services: SealingServices,
  document: StoredDocument,
  now: number,
): Promise<WrittenSeal | undefined> => {
  const { db, blobs } = services
  const { id: documentId } = document
  const base = await currentRevision(db, documentId)
  const bytes = await blobs.read(base.sha256)
  if (document.signing_mode === 'electronic' && (await hasNationalSignatures(db, documentId))) {
    await requireSoundness(services, documentId, bytes, now)
    return undefined
  }
  const logHead = await headOf(db, documentId)
  const seal = await sealerOf(services, document).seal({ document: bytes, logHead, now: new Date(now) })
  const whole = appendTail(bytes, seal.tail)
  await requireSoundness(services, documentId, whole, now)
  const checked =
    document.signing_mode === 'certified'
      ? { format: await checkNationalFormat(services, new Uint8Array(whole), now) }
      : {}
  const revision = await storeRevision({ blobs }, 'sealed', base.number + 1, whole)
  return { revision, seal, logHead, ...checked }
}

/** The revision, the seal and its log head; the transaction also ends the job. */
export const insertSeal = async (
  db: ApiDatabase,
  documentId: number,
  { revision, seal, logHead }: WrittenSeal,
  now: number,
) => {
  await db
    .insertInto('revisions')
    .values({ document_id: documentId, created_at: now, ...revision })
    .execute()
  const { authority, time, source, validTo } = seal.timestamp
  await db
    .insertInto('seals')
    .values({
      document_id: documentId,
      revision: revision.number,
      sealed_at: now,
      log_head: logHead,
      level: seal.level,
      timestamp_authority: authority,
      timestamp_at: time.getTime(),
      timestamp_source: source,
      timestamp_valid_to: validTo.getTime(),
      missing: JSON.stringify(seal.missing),
    })
    .execute()
}

const log = async (
  db: ApiDatabase,
  documentId: number,
  written: WrittenSeal | undefined,
  now: number,
): Promise<void> => {
  const { sha256 } = await currentRevision(db, documentId)
  if (written !== undefined) {
    const { revision, seal, logHead, format } = written
    const facts = { revision: revision.number, sha256: revision.sha256, log_head: logHead, level: seal.level }
    const data = format === undefined ? facts : { ...facts, national_format: format }
    await appendEvent(db, documentId, { at: now, kind: 'document-sealed', actor: 'system', data })
  }
  const { owner } = await documentWithOwner(db, documentId)
  const sealed = written === undefined ? 'apart' : 'inside'
  const data = { sha256, sealed, owner: owner.name, owner_email: owner.address }
  await appendEvent(db, documentId, { at: now, kind: 'document-completed', actor: 'system', data })
}

/** A sending has its final mails when its last document ends. */
const announce = async (db: ApiDatabase, services: IssuingServices, documentId: number, now: number): Promise<void> => {
  const document = await findDocumentById(db, documentId)
  if (document?.sending_id != null) return announceSending(db, services, document.sending_id, now)
  await announceCompletion(db, documentId, now)
  await sendFinalCopies(db, services, [documentId], now)
}

/** One transaction, so that no reader sees a partial completion. */
const recordSeal = async (
  transaction: ApiDatabase,
  services: IssuingServices,
  documentId: number,
  { written, now }: { readonly written: WrittenSeal | undefined; readonly now: number },
): Promise<void> => {
  if (written !== undefined) await insertSeal(transaction, documentId, written, now)
  await transaction
    .updateTable('documents')
    .set({
      status: 'COMPLETED',
      completed_at: now,
      end_told_at: null,
      ...(written && { revision: written.revision.number }),
    })
    .where('id', '=', documentId)
    .execute()
  await finishJob(transaction, documentId, now)
  await beginCertificate(transaction, documentId, now)
  await log(transaction, documentId, written, now)
  await queueSealedEntry(transaction, documentId, now)
  await announce(transaction, services, documentId, now)
}

/**
 * Seals a fully signed document: one attempt, under its lock.
 * Verifies the stored revision before the commit.
 */
export const sealDocument = (services: SealingServices & IssuingServices, documentId: number): Promise<void> =>
  services.locks.run(documentId, async () => {
    const { db, clock } = services
    const now = clock()
    const document = await findDocumentById(db, documentId)
    if (document === undefined) return finishJob(db, documentId, now)
    const written = await writeSealedRevision(services, document, now)
    await db.transaction().execute((transaction) => recordSeal(transaction, services, documentId, { written, now }))
  })
