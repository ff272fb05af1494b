import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface IncomingBlob {
  readonly path: string
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Once per content. */
  keep(): Promise<void>
  discard(): Promise<void>
}

export type ReceivedBlob = { readonly kind: 'complete'; readonly blob: IncomingBlob } | { readonly kind: 'too-large' }

const FILE_MODE = 0o600

type Written = Pick<IncomingBlob, 'path' | 'sha256' | 'size'>

/** Stops at the limit; syncs. */
const writeChunks = async (
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ sha256: string; size: number } | null> => {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', FILE_MODE)
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > maxBytes) return null
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), size }
}

export interface IncomingFiles {
  newPath(): string
  receive(
    chunks: AsyncIterable<Uint8Array>,
    maxBytes: number,
    keep: (written: Written) => Promise<void>,
  ): Promise<ReceivedBlob>
  /** Rejects if the folder is not writable. */
  probe(): Promise<void>
}

/** Creates and empties the folder. */
export const openIncoming = async (temporary: string): Promise<IncomingFiles> => {
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  for (const name of await readdir(temporary)) await rm(join(temporary, name), { recursive: true })
  const newPath = (): string => join(temporary, randomUUID())
  return {
    newPath,
    receive: async (chunks, maxBytes, keep) => {
      const path = newPath()
      const discard = () => rm(path, { force: true })
      try {
        const written = await writeChunks(path, chunks, maxBytes)
        if (written === null) {
          await discard()
          return { kind: 'too-large' }
        }
        const blob = { path, ...written }
        return { kind: 'complete', blob: { ...blob, keep: () => keep(blob), discard } }
      } catch (error) {
        await discard()
        throw error
      }
    },
    probe: async () => {
      const path = newPath()
      await writeFile(path, 'probe', { flush: true }).finally(() => rm(path, { force: true }))
    },
  }
}
