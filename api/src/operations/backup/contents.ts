import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import * as v from 'valibot'
import { BackupError } from './backup-error.ts'

/** Written last: an incomplete backup has none. */
const Contents = v.object({
  version: v.literal(1),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  database: v.picklist(['sqlite', 'postgres']),
  /** SHA-256 by path. */
  files: v.record(v.string(), v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))),
})
export type Contents = v.InferOutput<typeof Contents>

const CONTENTS = 'contents.json'
export const databaseFiles = { sqlite: 'trazo.sqlite', postgres: 'trazo.pgdump' } as const

const hashOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

export const hashesIn = async (folder: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && entry.name !== CONTENTS) found[relative(folder, path)] = await hashOf(path)
  }
  return found
}

export const writeContents = async (
  folder: string,
  about: Pick<Contents, 'database' | 'madeAt'>,
): Promise<Contents> => {
  const contents: Contents = { version: 1, ...about, files: await hashesIn(folder) }
  await writeFile(join(folder, CONTENTS), `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600, flush: true })
  return contents
}

/** @throws BackupError if a file is damaged */
export const readContents = async (folder: string): Promise<Contents> => {
  const text = await readFile(join(folder, CONTENTS), 'utf8').catch((cause: unknown) => {
    throw new BackupError(`En ${folder} no hay un respaldo completo: falta ${CONTENTS}.`, { cause })
  })
  const contents = v.parse(Contents, JSON.parse(text))
  const found = await hashesIn(folder)
  for (const [path, hash] of Object.entries(contents.files)) {
    if (found[path] === undefined) throw new BackupError(`Al respaldo le falta ${path}.`)
    if (found[path] !== hash) throw new BackupError(`En el respaldo está dañado ${path}.`)
  }
  return contents
}
