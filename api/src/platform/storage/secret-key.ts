import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissingFile, makeFolderDurably, writeDurably } from 'shared/server'

const KEY_BYTES = 32

/**
 * 256 bits, mode 600; created if missing.
 * @throws Error for another length: a damaged key is never
 * replaced
 */
export const ensureSecretKey = async (path: string): Promise<Uint8Array> => {
  const known = await readFile(path).catch((error: unknown) => {
    if (isMissingFile(error)) return undefined
    throw error
  })
  if (known !== undefined) {
    if (known.length !== KEY_BYTES) throw new Error(`${path} is not a key of ${KEY_BYTES} bytes`)
    return known
  }
  const directory = dirname(path)
  await makeFolderDurably(directory, 0o700)
  const key = randomBytes(KEY_BYTES)
  await writeDurably(path, join(directory, `.${randomUUID()}`), key, 0o600)
  return key
}
