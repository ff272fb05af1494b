import { opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hashHex, isMissingFile, makeFolderDurably, openFolders, renameDurably, writeDurably } from 'shared/server'
import { openIncoming, type ReceivedBlob } from './incoming.ts'
import { type BlobReader, readOnlyBlobs } from './read-only-blobs.ts'

/** Immutable, by SHA-256. */
export interface BlobStore extends BlobReader {
  /** Stops after `maxBytes`. */
  receive(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedBlob>
  put(bytes: Uint8Array): Promise<{ sha256: string; size: number }>
  /**
   * Removes an unreferenced file unless it was written within `quiet`
   * milliseconds: its reference may not be stored yet.
   * @returns whether it is gone
   */
  remove(sha256: string, quiet: number): Promise<boolean>
  /** @param folder first two digits */
  list(folder: string): AsyncIterable<string>
  probe(): Promise<void>
}

const FILE_MODE = 0o600

const ageOf = async (path: string): Promise<number | undefined> => {
  try {
    return Date.now() - (await stat(path)).mtimeMs
  } catch (error) {
    if (isMissingFile(error)) return undefined
    throw error
  }
}

/**
 * Renames the file first, so that no process rewrites it between
 * check and removal.
 */
const removeAside = async (path: string, aside: string, quiet: number): Promise<boolean> => {
  const age = await ageOf(path)
  if (age === undefined) return true
  if (age < quiet) return false
  try {
    await rename(path, aside)
  } catch (error) {
    if (isMissingFile(error)) return true
    throw error
  }
  const isQuiet = ((await ageOf(aside)) ?? quiet) >= quiet
  if (isQuiet) await rm(aside, { force: true })
  else await renameDurably(aside, path)
  return isQuiet
}

async function* namesIn(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (isMissingFile(error)) return []
    throw error
  })
  for await (const { name } of entries) yield name
}

/**
 * Stores `<directory>/files/ab/abcdef…` via a folder of the same
 * disk; deletes earlier leftovers there.
 * @param temporary no other process may use it
 */
export const openBlobStore = async (directory: string, temporary = join(directory, 'tmp')): Promise<BlobStore> => {
  const files = join(directory, 'files')
  const folderOf = (sha256: string): string => join(files, sha256.slice(0, 2))
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256)
  const makeFolder = openFolders(files)
  await makeFolderDurably(files, 0o700)
  const incoming = await openIncoming(temporary)
  return {
    ...readOnlyBlobs(directory),
    receive: (chunks, maxBytes) =>
      incoming.receive(chunks, maxBytes, async ({ path, sha256 }) => {
        await makeFolder(folderOf(sha256))
        await renameDurably(path, pathOf(sha256))
      }),
    put: async (bytes) => {
      const sha256 = hashHex(bytes)
      await makeFolder(folderOf(sha256))
      await writeDurably(pathOf(sha256), incoming.newPath(), bytes, FILE_MODE)
      return { sha256, size: bytes.byteLength }
    },
    remove: (sha256, quiet) => removeAside(pathOf(sha256), incoming.newPath(), quiet),
    list: (folder) => namesIn(folderOf(folder)),
    probe: incoming.probe,
  }
}
