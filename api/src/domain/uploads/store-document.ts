import type { BrokenLink } from 'pdf/screen'
import { type UserFile, uploadFileCall } from 'shared/contract'
import type { LockedUploadPartsSchema } from 'shared/contract/locked-upload'
import { turnOf } from 'shared/server'
import * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { RevisionKind } from '../../platform/database/schema.ts'
import { onceByKey } from '../../platform/http/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { IncomingBlob } from '../../platform/storage/incoming.ts'
import { type AuditEvent, appendEvent } from '../audit/append-event.ts'
import { markDeleted } from '../documents/delete-document.ts'
import { FileRefusal, fileProblems } from '../documents/file-refusal.ts'
import { getDocument } from '../documents/get-document.ts'
import { foldSearchText, searchTextOf } from '../documents/search-text.ts'
import { fitsQuota } from '../documents/storage-use.ts'
import { type AcceptedUpload, acceptUpload } from './accept-upload.ts'
import { cleanFilename } from './clean-filename.ts'
import { orAborted } from './upload-attempt.ts'
import { forgetUploadKey, keyedUpload, saveUploadKey, type UploadKey } from './upload-keys.ts'

/** An upload and whose document it becomes. */
export interface UploadedDocument {
  readonly ownerId: number
  readonly createdByToken?: number | undefined
  readonly filename: string
  readonly parts: v.InferOutput<typeof LockedUploadPartsSchema>
  readonly blob: IncomingBlob
  /** Identifies a repeated upload. */
  readonly key?: UploadKey | undefined
  /** If aborted, nothing may be stored. */
  readonly signal: AbortSignal
}

type StoringDependencies = Pick<
  ApiServices,
  'db' | 'clock' | 'quota' | 'inspectPdf' | 'rewritePdf' | 'documentEvents' | 'observeFailure' | 'verification'
>

type Facts = AuditEvent['data']

const uploadFacts = (upload: StoredFile, accepted: DocumentInsertion['accepted']): Facts => {
  const { blob, pages, signatures, rewritten, removed, brokenLinks } = accepted
  const links: Facts = brokenLinks.length === 0 ? {} : { broken_links: brokenLinks.length }
  const facts: Facts = { sha256: blob.sha256, size: blob.size, pages, signatures, ...links }
  if (rewritten === null) return facts
  const original = { rewritten, original_sha256: upload.sha256, original_size: upload.size }
  const lines = removed.map(({ code, object, detail }) => `${code} ${object ?? '-'} ${detail}`)
  return { ...facts, ...original, ...(rewritten === 'cleaned' ? { removed: lines.join('\n') } : {}) }
}

const brokenLinksNotice = (links: readonly BrokenLink[]): Pick<UserFile, 'broken_links'> => {
  const [first] = links
  if (first === undefined) return {}
  return { broken_links: { count: links.length, example: first.address, page: first.page ?? null } }
}

type StoredFile = Pick<IncomingBlob, 'sha256' | 'size'>

/** A screened file whose bytes are stored; also templates insert one. */
export interface DocumentInsertion {
  readonly id: number
  readonly document: Pick<UploadedDocument, 'ownerId' | 'createdByToken' | 'filename'> & {
    readonly parts: Pick<UploadedDocument['parts'], 'file_type_id' | 'description' | 'notes'>
    readonly blob: StoredFile
  }
  readonly accepted: Omit<AcceptedUpload, 'blob' | 'original'> & {
    readonly blob: StoredFile
    readonly original: StoredFile | undefined
  }
  readonly facts?: Facts
  readonly editsTemplate?: boolean
  readonly now: number
}

const insertRevisions = async (transaction: ApiDatabase, { id, accepted, now }: DocumentInsertion): Promise<void> => {
  const row = ({ sha256, size }: StoredFile, number: number, kind: RevisionKind) =>
    ({ document_id: id, number, kind, sha256, size, created_at: now }) as const
  const { blob, original } = accepted
  await transaction
    .insertInto('revisions')
    .values([...(original === undefined ? [] : [row(original, 0, 'original')]), row(blob, 1, 'uploaded')])
    .execute()
}

const insertDocument = async (
  transaction: ApiDatabase,
  { id, document, accepted, editsTemplate = false, now }: DocumentInsertion,
): Promise<void> => {
  const { file_type_id, description, notes } = document.parts
  const filename = cleanFilename(document.filename)
  await transaction
    .insertInto('documents')
    .values({
      id,
      owner_id: document.ownerId,
      created_by_token: document.createdByToken ?? null,
      original_filename: filename,
      name_key: foldSearchText(filename),
      description,
      notes,
      search_text: searchTextOf([filename, description, notes]),
      file_type_id,
      pages: accepted.pages,
      status: 'UPLOADED',
      revision: 1,
      uploaded_at: now,
      completed_at: null,
      foreign_signatures: accepted.signatures,
      rewritten: accepted.rewritten,
      edits_template: editsTemplate ? 1 : 0,
      shared_at: null,
      deleted_at: null,
    })
    .execute()
}

const insertEvents = async (
  transaction: ApiDatabase,
  { id, document, accepted, facts = {}, now }: DocumentInsertion,
): Promise<void> => {
  const actor = `user:${document.ownerId}`
  const data = { ...uploadFacts(document.blob, accepted), ...facts }
  await appendEvent(transaction, id, { at: now, kind: 'document-uploaded', actor, data })
  const { rewritten, opened } = accepted
  const hashes = { sha256: accepted.blob.sha256, original_sha256: document.blob.sha256 }
  if (opened) await appendEvent(transaction, id, { at: now, kind: 'document-opened', actor, data: hashes })
  if (rewritten === null || rewritten === 'opened') return
  await appendEvent(transaction, id, { at: now, kind: `document-${rewritten}`, actor, data: hashes })
}

/** Inserts document, revisions and log in the caller's transaction. */
export const insertUpload = async (transaction: ApiDatabase, insertion: DocumentInsertion): Promise<void> => {
  await insertDocument(transaction, insertion)
  await insertRevisions(transaction, insertion)
  await insertEvents(transaction, insertion)
}

interface Storing extends DocumentInsertion {
  readonly document: UploadedDocument
}

/** Builds the response, so it cannot fail after the commit. */
const insert = async (transaction: ApiDatabase, insertion: Storing): Promise<UserFile> => {
  const { id, document, accepted, now } = insertion
  const { ownerId, key } = document
  const { hidesDrawings, doubtsSignatures, brokenLinks } = accepted
  await insertUpload(transaction, insertion)
  if (key !== undefined) await saveUploadKey(transaction, key, { ownerId, documentId: id, hidesDrawings }, now)
  const stored = await getDocument({ db: transaction, clock: () => now }, ownerId, id)
  const answer = v.parse(uploadFileCall.reply, {
    ...stored,
    ...(hidesDrawings ? { drawings_hidden: true } : {}),
    ...(doubtsSignatures ? { signatures_doubted: true } : {}),
    ...brokenLinksNotice(brokenLinks),
  })
  document.signal.throwIfAborted()
  return answer
}

/**
 * After a connection loss, checks whether the commit succeeded.
 * @throws FileRefusal UNAVAILABLE if unknown
 */
const recordDocument = async (
  services: StoringDependencies,
  id: number,
  document: UploadedDocument,
  accepted: AcceptedUpload,
): Promise<UserFile> => {
  const { db, clock } = services
  let answer: UserFile | undefined
  try {
    return await db.transaction().execute(async (transaction) => {
      answer = undefined
      answer = await insert(transaction, { id, document, accepted, now: clock() })
      return answer
    })
  } catch (error) {
    if (answer === undefined) throw error
    const found = db.selectFrom('documents').select('id').where('id', '=', id).executeTakeFirst()
    const row = await found.catch(() => {
      throw new FileRefusal(fileProblems.unconfirmed, clock(), { cause: error })
    })
    if (row === undefined) throw error
    return answer
  }
}

const announce = ({ documentEvents, observeFailure }: StoringDependencies, ownerId: number, id: number): void => {
  try {
    documentEvents.publish(ownerId, { kind: 'created', document_id: id })
  } catch (error) {
    observeFailure(error)
  }
}

/** The signal came during the commit. */
const takeBack = async (
  services: StoringDependencies,
  { ownerId, signal }: UploadedDocument,
  id: number,
): Promise<never> => {
  await forgetUploadKey(services.db, ownerId, id)
  const deletion = { userId: ownerId, documentId: id, now: services.clock() }
  await services.db.transaction().execute((transaction) => markDeleted(transaction, deletion))
  services.documentEvents.publish(ownerId, { kind: 'deleted', document_id: id })
  throw signal.reason
}

const acceptInTime = async (
  services: StoringDependencies,
  { blob, parts, ownerId, signal }: UploadedDocument,
): Promise<AcceptedUpload> => {
  const { clean, opened, password } = parts
  const opening = opened && password !== '' ? password : undefined
  const accepting = acceptUpload(services, { blob, clean, password: opening, turn: turnOf(ownerId, signal) })
  try {
    return await orAborted(accepting, signal)
  } catch (error) {
    void accepting.then(
      (late) => late.blob.discard(),
      () => undefined,
    )
    throw error
  }
}

const storeAccepted = async (services: StoringDependencies, document: UploadedDocument): Promise<UserFile> => {
  const { clock } = services
  const { ownerId, signal, blob } = document
  if (!(await fitsQuota(services, ownerId, blob.size))) throw new FileRefusal(fileProblems.quotaExceeded, clock())
  const accepted = await acceptInTime(services, document)
  try {
    signal.throwIfAborted()
    await accepted.original?.keep()
    await accepted.blob.keep()
    const id = newId()
    const answer = await recordDocument(services, id, document, accepted)
    if (signal.aborted) return await takeBack(services, document, id)
    announce(services, ownerId, id)
    return answer
  } finally {
    await accepted.blob.discard()
  }
}

/**
 * A crash leaves at most unreferenced files. A repeated key
 * returns the first document.
 * @throws FileRefusal
 */
export const storeDocument = (services: StoringDependencies, document: UploadedDocument): Promise<UserFile> => {
  const { ownerId, key } = document
  return onceByKey(key && keyedUpload(services, ownerId, key), () => storeAccepted(services, document))
}
