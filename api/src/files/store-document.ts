import type { UploadPartsSchema, UserFile } from 'shared/contract'
import type * as v from 'valibot'
import { appendEvent } from '../audit/append-event.ts'
import { newId } from '../database/ids.ts'
import { explainFindings } from '../screening/explain-findings.ts'
import type { Services } from '../services.ts'
import type { IncomingBlob } from '../storage/blob-store.ts'
import { cleanFilename } from './clean-filename.ts'
import { FileRefusal, fileProblems } from './file-refusal.ts'
import { getDocument } from './get-document.ts'
import { foldText, searchTextOf } from './search-text.ts'

export interface NewDocument {
  readonly ownerId: number
  /** As the client named it. */
  readonly filename: string
  readonly parts: v.InferOutput<typeof UploadPartsSchema>
  readonly blob: IncomingBlob
}

interface Accepted {
  readonly pages: number
  /** Signatures that the file brought along. */
  readonly signatures: number
}

/** What there is to know of a file that may be stored, after it has been read in full and screened. */
const inspect = async ({ inspectPdf, clock }: Services, blob: IncomingBlob): Promise<Accepted> => {
  const inspection = await inspectPdf(blob.path)
  switch (inspection.kind) {
    case 'signable':
      return inspection
    case 'refused': {
      const { problem, details } = explainFindings(inspection.findings)
      throw new FileRefusal(problem, clock(), details)
    }
    case 'unsupported':
      throw new FileRefusal(fileProblems.unsupported, clock(), inspection.detail)
    case 'exhausted':
      throw new FileRefusal(fileProblems.tooComplex, clock())
  }
}

const insert = async ({ db, clock }: Services, document: NewDocument, accepted: Accepted): Promise<number> => {
  const id = newId()
  const now = clock()
  const { blob, ownerId } = document
  const { file_type_id, description, notes } = document.parts
  const { pages, signatures } = accepted
  const filename = cleanFilename(document.filename)
  await db.transaction().execute(async (transaction) => {
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
        pages,
        status: 'UPLOADED',
        revision: 1,
        uploaded_at: now,
        completed_at: null,
        foreign_signatures: signatures,
        rewritten: null,
        shared_at: null,
        deleted_at: null,
      })
      .execute()
    await transaction
      .insertInto('revisions')
      .values({ document_id: id, number: 1, kind: 'uploaded', sha256: blob.sha256, size: blob.size, created_at: now })
      .execute()
    const data = { sha256: blob.sha256, size: blob.size, pages, signatures }
    await appendEvent(transaction, id, { at: now, kind: 'document-uploaded', actor: `user:${ownerId}`, data })
  })
  return id
}

/**
 * Makes a document of received bytes: reads them as signing will, screens them, stores them, then tells the database.
 * When this answers, both are on the disk; a crash before leaves at most bytes that nobody refers to.
 * @throws FileRefusal with what was found in the file
 */
export const storeDocument = async (services: Services, document: NewDocument): Promise<UserFile> => {
  const accepted = await inspect(services, document.blob)
  await document.blob.keep()
  const id = await insert(services, document, accepted)
  services.live.publish(document.ownerId, { kind: 'created', document_id: id })
  return getDocument(services.db, document.ownerId, id)
}
