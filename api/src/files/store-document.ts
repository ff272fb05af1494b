import type { UploadPartsSchema, UserFile } from 'shared/contract'
import type * as v from 'valibot'
import { type AuditEvent, appendEvent } from '../audit/append-event.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/open-database.ts'
import type { RevisionKind } from '../database/schema.ts'
import type { Services } from '../services.ts'
import type { IncomingBlob } from '../storage/blob-store.ts'
import { type AcceptedUpload, acceptUpload } from './accept-upload.ts'
import { cleanFilename } from './clean-filename.ts'
import { getDocument } from './get-document.ts'
import { foldText, searchTextOf } from './search-text.ts'

export interface NewDocument {
  readonly ownerId: number
  /** As the client named it. */
  readonly filename: string
  readonly parts: v.InferOutput<typeof UploadPartsSchema>
  readonly blob: IncomingBlob
}

type Uses = Pick<Services, 'db' | 'clock' | 'inspectPdf' | 'rewritePdf' | 'live' | 'fault'>

/** What the log keeps of an upload: every file that is stored, and the one that is not because it was cleaned. */
const factsOf = (upload: IncomingBlob, accepted: AcceptedUpload): AuditEvent['data'] => {
  const { blob, pages, signatures, rewritten, removed } = accepted
  const facts = { sha256: blob.sha256, size: blob.size, pages, signatures }
  if (rewritten === null) return facts
  const original = { rewritten, original_sha256: upload.sha256, original_size: upload.size }
  const lines = removed.map(({ code, object, detail }) => `${code} ${object ?? '-'} ${detail}`)
  return { ...facts, ...original, ...(rewritten === 'cleaned' ? { removed: lines.join('\n') } : {}) }
}

const insertRevisions = async (transaction: Db, id: number, accepted: AcceptedUpload, now: number): Promise<void> => {
  const row = ({ sha256, size }: IncomingBlob, number: number, kind: RevisionKind) =>
    ({ document_id: id, number, kind, sha256, size, created_at: now }) as const
  const { blob, original } = accepted
  await transaction
    .insertInto('revisions')
    .values([...(original === undefined ? [] : [row(original, 0, 'original')]), row(blob, 1, 'uploaded')])
    .execute()
}

const insert = async ({ db, clock, fault }: Uses, document: NewDocument, accepted: AcceptedUpload): Promise<number> => {
  const id = newId()
  const now = clock()
  const { ownerId } = document
  const { file_type_id, description, notes } = document.parts
  const filename = cleanFilename(document.filename)
  await db.transaction().execute(async (transaction) => {
    fault('upload:recording')
    await transaction
      .insertInto('documents')
      .values({
        id,
        owner_id: ownerId,
        original_filename: filename,
        name_key: foldText(filename),
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
        shared_at: null,
        deleted_at: null,
      })
      .execute()
    fault('upload:recorded-document')
    await insertRevisions(transaction, id, accepted, now)
    fault('upload:recorded-revisions')
    const data = factsOf(document.blob, accepted)
    const actor = `user:${ownerId}`
    await appendEvent(transaction, id, { at: now, kind: 'document-uploaded', actor, data })
    fault('upload:recorded-log')
    const { rewritten } = accepted
    if (rewritten === null) return
    const facts = { sha256: accepted.blob.sha256, original_sha256: document.blob.sha256 }
    await appendEvent(transaction, id, { at: now, kind: `document-${rewritten}`, actor, data: facts })
  })
  fault('upload:committed')
  return id
}

/**
 * Makes a document of received bytes: reads them as signing will, screens them, repairs or cleans them where that is
 * called for, stores them, then tells the database. When this answers, all of it is on the disk; a crash before leaves
 * at most bytes that nobody refers to.
 * @throws FileRefusal with what was found in the file
 */
export const storeDocument = async (services: Uses, document: NewDocument): Promise<UserFile> => {
  const accepted = await acceptUpload(services, document.blob, document.parts.clean)
  try {
    services.fault('upload:before-kept')
    await accepted.original?.keep()
    await accepted.blob.keep()
    services.fault('upload:after-kept')
    const id = await insert(services, document, accepted)
    services.live.publish(document.ownerId, { kind: 'created', document_id: id })
    const stored = await getDocument(services.db, document.ownerId, id)
    return accepted.hidesDrawings ? { ...stored, drawings_hidden: true } : stored
  } finally {
    // What was kept has left its temporary place already.
    await accepted.blob.discard()
  }
}
