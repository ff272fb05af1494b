import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobDamagedError, type BlobStore } from './blob-store.ts'
import { hashOf } from './incoming.ts'

/** Creates and deletes nothing. */
export const readOnlyBlobs = (directory: string): Pick<BlobStore, 'read'> => ({
  read: async (sha256) => {
    const bytes = await readFile(join(directory, 'files', sha256.slice(0, 2), sha256))
    if (hashOf(bytes) !== sha256) throw new BlobDamagedError(`the stored bytes of ${sha256} are damaged`)
    return bytes
  },
})
