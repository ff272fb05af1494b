import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { listFilesCall, type UserFile } from 'shared/contract'
import * as v from 'valibot'
import { findDocuments } from './find-documents.ts'
import type { ReadingServices } from './view-documents.ts'

/** Rows of a batch. */
export const DOCUMENTS_AT_ONCE = 200

/** Newest first. Other requests are answered between batches. */
export async function* listDocuments(reading: ReadingServices, ownerId: number): AsyncGenerator<UserFile[], void> {
  let cursor: string | undefined
  do {
    const page = await findDocuments(reading, ownerId, { sort: 'newest', limit: DOCUMENTS_AT_ONCE, cursor })
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
export const streamDocuments = async (reading: ReadingServices, ownerId: number): Promise<Readable> => {
  const batches = listDocuments(reading, ownerId)
  const first = await batches.next()
  return Readable.from(toJson(first.value ?? [], batches))
}
