import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncPath } from 'shared/server'
import * as v from 'valibot'
import { BackupError } from './backup-error.ts'

const Sha256 = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const Documents = v.array(v.number())

const FaultyFile = v.object({ path: v.string(), fault: v.picklist(['damaged', 'missing']), documents: Documents })
export type FaultyFile = v.InferOutput<typeof FaultyFile>

/** Written last, when all else is on the disk: an incomplete backup has none. */
const BackupContents = v.object({
  version: v.literal(1),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  database: v.picklist(['sqlite', 'postgres']),
  /** SHA-256 by path. */
  files: v.record(v.string(), Sha256),
  documents: v.optional(v.record(Sha256, Documents), {}),
  /** The first `size` bytes of another. */
  prefixes: v.optional(v.record(Sha256, v.object({ within: Sha256, size: v.number() })), {}),
  /** Not in it: the installation had no intact bytes. */
  faulty: v.optional(v.array(FaultyFile), []),
  /** Of an incremental one: which old files it read in the installation, up to `position`, and what it found there. */
  installation: v.optional(
    v.object({
      position: v.union([v.literal(''), Sha256]),
      read: v.number(),
      /** In the back-up they are intact. */
      faulty: v.array(FaultyFile),
    }),
  ),
})
export type BackupContents = v.InferOutput<typeof BackupContents>

const CONTENTS = 'contents.json'
export const databaseFiles = { sqlite: 'trazo.sqlite', postgres: 'trazo.pgdump' } as const

export const pathOfBlob = (sha256: string): string => join('files', sha256.slice(0, 2), sha256)

export const hashOfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export const hashesIn = async (folder: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && entry.name !== CONTENTS) found[relative(folder, path)] = await hashOfFile(path)
  }
  return found
}

export const writeContents = async (folder: string, contents: BackupContents): Promise<void> => {
  await writeFile(join(folder, CONTENTS), `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600, flush: true })
  await syncPath(folder)
}

/** @throws BackupError */
export const readContents = async (folder: string): Promise<BackupContents> => {
  const text = await readFile(join(folder, CONTENTS), 'utf8').catch((cause: unknown) => {
    throw new BackupError(`En ${folder} no hay un respaldo completo: falta ${CONTENTS}.`, { cause })
  })
  try {
    return v.parse(BackupContents, JSON.parse(text))
  } catch (cause) {
    throw new BackupError(`En ${folder} está dañado ${CONTENTS}.`, { cause })
  }
}

export const findFaulty = async (folder: string, contents: BackupContents): Promise<FaultyFile[]> => {
  const found = await hashesIn(folder)
  return Object.entries(contents.files).flatMap(([path, hash]): FaultyFile[] => {
    if (found[path] === hash) return []
    const fault = found[path] === undefined ? 'missing' : 'damaged'
    return [{ path, fault, documents: contents.documents[basename(path)] ?? [] }]
  })
}
