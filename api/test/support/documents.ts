import type { FileStatus, WaitsFor } from 'shared/contract'
import { foldSearchText, searchTextOf } from '../../src/domain/documents/search-text.ts'
import type { ApiDatabase } from '../../src/platform/database/open-database.ts'
import { newId } from '../../src/platform/ids.ts'

export interface DocumentSeed {
  readonly name: string
  readonly description?: string
  readonly notes?: string
  readonly status?: FileStatus
  readonly uploadedAt: number
  readonly completedAt?: number | null
  readonly signers?: readonly string[]
  readonly waitsFor?: WaitsFor
}

/** SQLite allows 32,766 parameters. */
const ROWS_AT_ONCE = 500

const inChunks = async <Row>(rows: readonly Row[], insert: (chunk: readonly Row[]) => Promise<unknown>) => {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) await insert(rows.slice(start, start + ROWS_AT_ONCE))
}

const toRow = (ownerId: number, id: number, seed: DocumentSeed) => ({
  id,
  owner_id: ownerId,
  original_filename: seed.name,
  name_key: foldSearchText(seed.name),
  description: seed.description ?? '',
  notes: seed.notes ?? '',
  search_text: searchTextOf([seed.name, seed.description ?? '', seed.notes ?? '', ...(seed.signers ?? [])]),
  file_type_id: 1,
  pages: 1,
  status: seed.status ?? 'UPLOADED',
  revision: 1,
  uploaded_at: seed.uploadedAt,
  completed_at: seed.completedAt ?? null,
  foreign_signatures: 0,
  rewritten: null,
  shared_at: null,
  deleted_at: null,
  waits_for: seed.waitsFor ?? null,
})

const toFields = (documentId: number, { signers = [], completedAt = null }: DocumentSeed) =>
  signers.map((name, index) => ({
    id: newId(),
    document_id: documentId,
    position: index + 1,
    client_id: `field_${index}`,
    field_type: 'SECONDARY' as const,
    name,
    email: 'ana@example.com',
    x: 0.1,
    y: 0.1,
    width: 0.2,
    height: 0.1,
    page: 1,
    label: '',
    created_at: 0,
    signed_at: completedAt,
    deleted_at: null,
  }))

/** Without bytes: lists read none. */
export const insertDocuments = (db: ApiDatabase, ownerId: number, seeds: readonly DocumentSeed[]): Promise<number[]> =>
  db.transaction().execute(async (transaction) => {
    const documents = seeds.map((seed) => toRow(ownerId, newId(), seed))
    const ids = documents.map(({ id }) => id)
    const revisions = ids.map((id) => ({
      document_id: id,
      number: 1,
      kind: 'uploaded' as const,
      sha256: '0'.repeat(64),
      size: 1000,
      created_at: 0,
    }))
    const fields = seeds.flatMap((seed, index) => toFields(ids[index] ?? 0, seed))
    await inChunks(documents, (rows) => transaction.insertInto('documents').values(rows).execute())
    await inChunks(revisions, (rows) => transaction.insertInto('revisions').values(rows).execute())
    await inChunks(fields, async (rows) => {
      const people = rows.map(({ id, document_id, name, email }) => ({ id, document_id, name, email, turn: null }))
      await transaction.insertInto('participants').values(people).execute()
      const placed = rows.map(({ name: _, email: _email, ...row }) => ({ ...row, participant_id: row.id }))
      return transaction.insertInto('fields').values(placed).execute()
    })
    return ids
  })

export const ownerId = async (db: ApiDatabase, username: string): Promise<number> => {
  const user = db.selectFrom('users').select('id').where('username_key', '=', username)
  return (await user.executeTakeFirstOrThrow()).id
}
