import type { Signer, UserFile } from 'shared/contract'
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
    .select('revisions.size as size')
    .where('documents.owner_id', '=', ownerId)
    .where('documents.deleted_at', 'is', null)

/** Who signs each of these documents, in the order of the fields. */
const signersOf = async (db: Db, documentIds: readonly number[]): Promise<Map<number, Signer[]>> => {
  const signers = new Map<number, Signer[]>()
  if (documentIds.length === 0) return signers
  const rows = await db
    .selectFrom('fields')
    .select(['id', 'document_id', 'signer_name', 'signed_at'])
    .select((eb) =>
      eb
        .selectFrom('invitations')
        .whereRef('invitations.field_id', '=', 'fields.id')
        .where('invitations.revoked_at', 'is', null)
        .select((invitation) => invitation.fn.max('invitations.created_at').as('at'))
        .as('invited_at'),
    )
    .where('document_id', 'in', documentIds)
    .where('deleted_at', 'is', null)
    .orderBy('document_id')
    .orderBy('position')
    .execute()
  for (const { id, document_id, signer_name, invited_at, signed_at } of rows) {
    const signer: Signer = {
      field_id: id,
      name: signer_name,
      invited_at: invited_at === null ? null : toInstant(invited_at),
      signed_at: signed_at === null ? null : toInstant(signed_at),
    }
    signers.set(document_id, [...(signers.get(document_id) ?? []), signer])
  }
  return signers
}

type Row = Awaited<ReturnType<ReturnType<typeof ownedDocuments>['executeTakeFirstOrThrow']>>

/** Megabytes to show; a file that is not empty is never 0. */
const toMegabytes = (bytes: number): number => {
  const unit = 10 ** SIZE_DECIMALS
  return Math.max(1, Math.round((bytes / BYTES_PER_MB) * unit)) / unit
}

const viewDocument = (row: Row, signers: readonly Signer[]): UserFile => ({
  id: row.id,
  original_filename: row.original_filename,
  description: row.description,
  notes: row.notes,
  file_type_id: row.file_type_id,
  file_size_mb: toMegabytes(row.size),
  uploaded_at: toInstant(row.uploaded_at),
  status: row.status,
  is_signed: row.completed_at !== null,
  download_url: downloadUrl(row.id),
  pages: row.pages,
  fields_total: signers.length,
  fields_signed: signers.filter(({ signed_at }) => signed_at !== null).length,
  signers: [...signers],
  revision: row.revision,
  foreign_signatures: row.foreign_signatures,
  rewritten: row.rewritten,
})

const viewDocuments = async (db: Db, rows: readonly Row[]): Promise<UserFile[]> => {
  const ids = rows.map(({ id }) => id)
  const signers = await signersOf(db, ids)
  return rows.map((row) => viewDocument(row, signers.get(row.id) ?? []))
}

/** An owner's documents, newest first. */
export const listDocuments = async (db: Db, ownerId: number): Promise<UserFile[]> =>
  viewDocuments(
    db,
    await ownedDocuments(db, ownerId)
      .orderBy('documents.uploaded_at', 'desc')
      .orderBy('documents.id', 'desc')
      .execute(),
  )

/** @throws ApiError NOT_FOUND */
export const getDocument = async (db: Db, ownerId: number, documentId: number): Promise<UserFile> => {
  const row = await ownedDocuments(db, ownerId).where('documents.id', '=', documentId).executeTakeFirst()
  const [document] = row === undefined ? [] : await viewDocuments(db, [row])
  if (document === undefined) throw new ApiError('NOT_FOUND')
  return document
}
