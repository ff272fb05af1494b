import type { UploadPartsSchema, UserFile } from 'shared/contract'
import type * as v from 'valibot'
import { appendEvent } from '../audit/append-event.ts'
import { newId } from '../database/ids.ts'
import type { Services } from '../services.ts'
import type { PdfErrorCode } from '../signing/pdf/pdf-error.ts'
import type { IncomingBlob } from '../storage/blob-store.ts'
import { cleanFilename } from './clean-filename.ts'
import { type FileProblem, FileRefusal, fileProblems } from './file-refusal.ts'
import { getDocument } from './list-documents.ts'

export interface NewDocument {
  readonly ownerId: number
  /** As the client named it. */
  readonly filename: string
  readonly parts: v.InferOutput<typeof UploadPartsSchema>
  readonly blob: IncomingBlob
}

const problemOf: Record<PdfErrorCode, FileProblem> = {
  PDF_NOT_A_PDF: fileProblems.notPdf,
  PDF_MALFORMED: fileProblems.corrupt,
  PDF_ENCRYPTED: fileProblems.encrypted,
  PDF_TOO_COMPLEX: fileProblems.tooComplex,
  PDF_BOMB: fileProblems.tooComplex,
  PDF_UNSUPPORTED: fileProblems.unsupported,
  PDF_PAGE_NOT_FOUND: fileProblems.corrupt,
  PDF_FIELD_EXISTS: fileProblems.unsupported,
  PDF_FIELD_NOT_FOUND: fileProblems.corrupt,
  PDF_FIELD_SIGNED: fileProblems.unsupported,
}

/** How many pages the file has, after it has been read in full. */
const inspect = async ({ inspectPdf, clock }: Services, blob: IncomingBlob): Promise<number> => {
  const inspection = await inspectPdf(blob.path)
  switch (inspection.kind) {
    case 'signable':
      return inspection.pages
    case 'refused':
      throw new FileRefusal(problemOf[inspection.code], clock(), inspection.detail)
    case 'exhausted':
      throw new FileRefusal(fileProblems.tooComplex, clock())
  }
}

const insert = async ({ db, clock }: Services, document: NewDocument, pages: number): Promise<number> => {
  const id = newId()
  const now = clock()
  const { blob, ownerId, parts } = document
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('documents')
      .values({
        id,
        owner_id: ownerId,
        original_filename: cleanFilename(document.filename),
        ...parts,
        pages,
        status: 'UPLOADED',
        revision: 1,
        uploaded_at: now,
        shared_at: null,
        deleted_at: null,
      })
      .execute()
    await transaction
      .insertInto('revisions')
      .values({ document_id: id, number: 1, kind: 'uploaded', sha256: blob.sha256, size: blob.size, created_at: now })
      .execute()
    const data = { sha256: blob.sha256, size: blob.size, pages }
    await appendEvent(transaction, id, { at: now, kind: 'document-uploaded', actor: `user:${ownerId}`, data })
  })
  return id
}

/**
 * Makes a document of received bytes: reads them as signing will, stores them, then tells the database. When this
 * answers, both are on the disk; a crash before leaves at most bytes that nobody refers to.
 * @throws FileRefusal with what was found in the file
 */
export const storeDocument = async (services: Services, document: NewDocument): Promise<UserFile> => {
  const pages = await inspect(services, document.blob)
  await document.blob.keep()
  const id = await insert(services, document, pages)
  return getDocument(services.db, document.ownerId, id)
}
