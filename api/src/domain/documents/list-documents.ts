import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { listFilesCall, type UserFile } from 'shared/contract'
import * as v from 'valibot'
import type { Db } from '../../platform/database/open-database.ts'
import { findDocuments } from './find-documents.ts'

export const DOCUMENTS_AT_ONCE = 200

/** Newest first. Other requests are answered between batches. */
export async function* listDocuments(db: Db, ownerId: number): AsyncGenerator<UserFile[], void> {
  let cursor: string | undefined
  do {
    const page = await findDocuments(db, ownerId, { sort: 'newest', limit: DOCUMENTS_AT_ONCE, cursor })
    yield page.documents
    cursor = page.next_cursor ?? undefined
    await setImmediate()
  } while (cursor !== undefined)
}

async function* toJson(first: readonly UserFile[], others: AsyncIterable<readonly UserFile[]>): AsyncGenerator<string> {
  const write = (documents: readonly UserFile[]): string =>
    JSON.stringify(v.parse(listFilesCall.reply, documents)).slice(1, -1)
  yield `[${write(first)}`
  for await (const documents of others) yield `,${write(documents)}`
  yield ']'
}

/**
 * `UserFile[]` as JSON.
 * Rejects if the first batch cannot be read; a later failure ends the stream.
 */
export const streamDocuments = async (db: Db, ownerId: number): Promise<Readable> => {
  const batches = listDocuments(db, ownerId)
  const first = await batches.next()
  return Readable.from(toJson(first.value ?? [], batches))
}
