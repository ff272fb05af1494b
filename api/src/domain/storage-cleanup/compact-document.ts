import { createHash } from 'node:crypto'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { findPrefix, repointPrefixes } from './prefixes.ts'
import { askRemoval, endRemoval } from './removal-queue.ts'

/** A document whose earlier revisions still have files, with its newest revision. */
export interface DocumentCompaction {
  readonly id: number
  readonly revision: number
  readonly sha256: string
  readonly size: number
}

/** `blobs` reads prefixes too; `files` are the files themselves. */
export interface CompactionServices {
  readonly db: ApiDatabase
  readonly blobs: Pick<BlobStore, 'stream'>
  /** As stored. */
  readonly files: Pick<BlobStore, 'remove'>
}

interface Blob {
  readonly sha256: string
  readonly size: number
}

/** @returns hashes by size */
const hashPrefixes = async (
  source: AsyncIterable<Uint8Array>,
  sizes: readonly number[],
): Promise<Map<number, string>> => {
  const [hash, found] = [createHash('sha256'), new Map<number, string>()]
  const ends = [...sizes].sort((a, b) => a - b)
  let position = 0
  for await (const chunk of source) {
    let from = 0
    for (let end = ends[0]; end !== undefined && end <= position + chunk.byteLength; end = ends[0]) {
      ends.shift()
      hash.update(chunk.subarray(from, end - position))
      from = end - position
      found.set(end, hash.copy().digest('hex'))
    }
    hash.update(chunk.subarray(from))
    position += chunk.byteLength
  }
  return found
}

const earlierBlobs = (db: ApiDatabase, { id, revision, sha256, size }: DocumentCompaction): Promise<Blob[]> =>
  db
    .selectFrom('revisions')
    .select(['sha256', 'size'])
    .distinct()
    .where('document_id', '=', id)
    .where('number', '>', 0)
    .where('number', '<', revision)
    .where('size', '<', size)
    .where('sha256', '!=', sha256)
    .execute()

/** @returns false if the blob is a prefix already */
const storePrefix = async (db: ApiDatabase, { sha256, size }: Blob, within: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('blob_prefixes')
    .values({ sha256, within, size })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await repointPrefixes(db, sha256, within)
  return true
}

/**
 * Another process may have compacted the document since: then nothing is left to do.
 * @returns hashes of the new prefixes
 */
const recordPrefixes = async (
  db: ApiDatabase,
  { id, revision, sha256 }: DocumentCompaction,
  blobs: readonly Blob[],
  now: number,
): Promise<string[]> => {
  const document = db
    .updateTable('documents')
    .set({ compacted: revision })
    .where('id', '=', id)
    .where('compacted', '<', revision)
  if ((await document.executeTakeFirst()).numUpdatedRows === 0n) return []
  const within = (await findPrefix(db, sha256))?.within ?? sha256
  const stored: string[] = []
  for (const blob of blobs) if (await storePrefix(db, blob, within)) stored.push(blob.sha256)
  await askRemoval(
    db,
    blobs.map((blob) => blob.sha256),
    now,
  )
  return stored
}

/**
 * Compares bytes by their hashes: an earlier revision that is no prefix keeps its file. A damaged newest revision
 * compacts nothing.
 */
const findMatching = async (
  { blobs }: CompactionServices,
  { sha256, size }: DocumentCompaction,
  earlier: readonly Blob[],
) => {
  if (earlier.length === 0) return []
  try {
    const source = await blobs.stream(sha256, size)
    const hashes = await hashPrefixes(
      source,
      earlier.map((blob) => blob.size),
    )
    return earlier.filter((blob) => hashes.get(blob.size) === blob.sha256)
  } catch (error) {
    if (error instanceof BlobFaultError) return []
    throw error
  }
}

/** A crash leaves queued files. */
export const compactDocument = async (
  services: CompactionServices,
  newest: DocumentCompaction,
  { now, quiet }: { readonly now: number; readonly quiet: number },
): Promise<void> => {
  const { db, files } = services
  const matching = await findMatching(services, newest, await earlierBlobs(db, newest))
  const stored = await db.transaction().execute((transaction) => recordPrefixes(transaction, newest, matching, now))
  for (const sha256 of stored) if (await files.remove(sha256, quiet)) await endRemoval(db, sha256, true)
}

/** Documents whose last revision is older than `before`: processes of an earlier version cannot read prefixes. */
export const dueCompactions = (db: ApiDatabase, before: number, limit: number): Promise<DocumentCompaction[]> =>
  db
    .selectFrom('documents')
    .innerJoin('revisions', (join) =>
      join.onRef('revisions.document_id', '=', 'documents.id').onRef('revisions.number', '=', 'documents.revision'),
    )
    .select(['documents.id', 'documents.revision', 'revisions.sha256', 'revisions.size'])
    .whereRef('documents.compacted', '<', 'documents.revision')
    .where('revisions.created_at', '<=', before)
    .orderBy('documents.id')
    .limit(limit)
    .execute()
