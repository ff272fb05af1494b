import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Relative path → subresource integrity. */
export const INTEGRITY_RECORD = 'integrity.json'

/** Subresource integrity (W3C SRI), SHA-384. */
export const integrityOf = (content: string | Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

export const integrityOfFile = async (file: string): Promise<string> => integrityOf(await readFile(file))

/** Sorted relative paths with slashes. */
export const releaseFilesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/**
 * Without compressed copies, which come later.
 * @returns the hash of `integrity.json`, for the registry
 */
export const writeIntegrityRecord = async (folder: string): Promise<string> => {
  const files = await releaseFilesIn(folder)
  const hashes = await Promise.all(
    files.map(async (file) => [file, await integrityOfFile(join(folder, file))] as const),
  )
  const text = `${JSON.stringify(Object.fromEntries(hashes))}\n`
  await writeFile(join(folder, INTEGRITY_RECORD), text)
  return integrityOf(text)
}
