import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { filesIn, INTEGRITY_RECORD, integrityOf, integrityOfFile } from 'shared/build/integrity'
import * as v from 'valibot'
import type { StoredRelease } from './stored-registry.ts'

const IntegrityRecord = v.record(v.string(), v.string())
const MANIFEST = 'mf-manifest.json'
/** Added to a build by `npm start` and `pnpm release`. */
export const KEPT_RECORD = 'release.json'

const unpack = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) } as const

const contentOf = async (folder: string, file: string): Promise<readonly [of: string, integrity: string]> => {
  const content = await readFile(join(folder, file))
  const ending = file.slice(-3)
  if (ending !== '.br' && ending !== '.gz') return [file, integrityOf(content)]
  return [file.slice(0, -3), integrityOf(await unpack[ending](content).catch(() => ''))]
}

/** Also finds unlisted files. */
const firstDifference = async (folder: string, expected: ReadonlyMap<string, string>): Promise<string | undefined> => {
  const files = (await filesIn(folder)).filter((file) => file !== KEPT_RECORD)
  const missing = [...expected.keys()].find((file) => !files.includes(file))
  if (missing !== undefined) return missing
  for (const file of files) {
    const [of, integrity] = await contentOf(folder, file)
    if (expected.get(of) !== integrity) return file
  }
  return undefined
}

/**
 * @returns the first different file; without `integrity.json`, checks the
 * manifest only
 */
export const differenceIn = async (
  folder: string,
  { integrity, files }: StoredRelease,
): Promise<string | undefined> => {
  const manifest = await integrityOfFile(join(folder, MANIFEST)).catch(() => undefined)
  if (manifest !== integrity) return MANIFEST
  if (files === undefined) return undefined
  const text = await readFile(join(folder, INTEGRITY_RECORD), 'utf8').catch(() => '')
  if (integrityOf(text) !== files) return INTEGRITY_RECORD
  const listed = v.parse(IntegrityRecord, JSON.parse(text))
  return firstDifference(folder, new Map([...Object.entries(listed), [INTEGRITY_RECORD, files]]))
}
