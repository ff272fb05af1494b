import type { UserFile } from 'shared/contract'
import { toInstant } from '../clock.ts'
import type { Db } from '../database/open-database.ts'
import { ApiError } from '../http/api-error.ts'
import { SIZE_DECIMALS } from './constants.ts'

const BYTES_PER_MB = 1024 * 1024

/** Address of a document's newest bytes, below the API host. */
export const downloadUrl = (documentId: number): string => `/home/api/files/${documentId}/public_download`

const ownedDocuments = (db: Db, ownerId: number) =>
  db
    .selectFrom('documents')
    .innerJoin('revisions', (join) =>
      join.onRef('revisions.document_id', '=', 'documents.id').onRef('revisions.number', '=', 'documents.revision'),
    )
    .selectAll('documents')
    .select((eb) => {
      const fields = eb
        .selectFrom('fields')
        .whereRef('fields.document_id', '=', 'documents.id')
        .where('fields.deleted_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('count'))
      return [
        'revisions.size as size',
        fields.as('fields_total'),
        fields.where('fields.signed_at', 'is not', null).as('fields_signed'),
      ]
    })
    .where('documents.owner_id', '=', ownerId)
    .where('documents.deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof ownedDocuments>['executeTakeFirstOrThrow']>>

/** Megabytes to show; a file that is not empty is never 0. */
const toMegabytes = (bytes: number): number => {
  const unit = 10 ** SIZE_DECIMALS
  return Math.max(1, Math.round((bytes / BYTES_PER_MB) * unit)) / unit
}

const viewDocument = (row: Row): UserFile => {
  // PostgreSQL counts in bigint, which its driver hands over as text.
  const total = Number(row.fields_total)
  const signed = Number(row.fields_signed)
  return {
    id: row.id,
    original_filename: row.original_filename,
    description: row.description,
    notes: row.notes,
    file_type_id: row.file_type_id,
    file_size_mb: toMegabytes(row.size),
    uploaded_at: toInstant(row.uploaded_at),
    status: row.status,
    is_signed: total > 0 && signed === total,
    download_url: downloadUrl(row.id),
    pages: row.pages,
    fields_total: total,
    fields_signed: signed,
  }
}

/** An owner's documents, newest first. */
export const listDocuments = async (db: Db, ownerId: number): Promise<UserFile[]> => {
  const rows = await ownedDocuments(db, ownerId)
    .orderBy('documents.uploaded_at', 'desc')
    .orderBy('documents.id', 'desc')
    .execute()
  return rows.map(viewDocument)
}

/** @throws ApiError NOT_FOUND */
export const getDocument = async (db: Db, ownerId: number, documentId: number): Promise<UserFile> => {
  const row = await ownedDocuments(db, ownerId).where('documents.id', '=', documentId).executeTakeFirst()
  if (row === undefined) throw new ApiError('NOT_FOUND')
  return viewDocument(row)
}
