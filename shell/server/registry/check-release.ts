import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { INTEGRITY_RECORD, integrityOf } from 'shared/build/integrity'
import * as v from 'valibot'
import { fileTypeOf, uncompressedName } from '../release-files/file-types.ts'
import { type FolderPath, listBelow, readBelow } from '../release-files/open-below.ts'
import type { StoredRelease } from './stored-registry.ts'

const IntegrityRecord = v.record(v.string(), v.string())
const MANIFEST = 'mf-manifest.json'
/** Added to a build by `npm start` and `pnpm release`. */
export const KEPT_RECORD = 'release.json'

/** A small copy may unpack to any size. */
export const FILE_BYTES = 16 * 1024 * 1024

const unpack = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) } as const

const contentOf = async (
  folder: FolderPath,
  file: string,
): Promise<readonly [of: string, integrity: string | undefined]> => {
  const content = await readBelow(folder, file)
  if (content === undefined) return [file, undefined]
  const ending = file.slice(-3)
  if (ending !== '.br' && ending !== '.gz') return [file, integrityOf(content)]
  return [
    file.slice(0, -3),
    integrityOf(await unpack[ending](content, { maxOutputLength: FILE_BYTES }).catch(() => '')),
  ]
}

const filesOf = async (folder: FolderPath): Promise<string[]> => {
  const { files = [], others = [] } = (await listBelow(folder)) ?? {}
  return [...files, ...others].filter((file) => file !== KEPT_RECORD)
}

const firstDifference = async (
  folder: FolderPath,
  expected: ReadonlyMap<string, string>,
): Promise<string | undefined> => {
  const files = await filesOf(folder)
  const missing = [...expected.keys()].find((file) => !files.includes(file))
  if (missing !== undefined) return missing
  for (const file of files) {
    const [of, integrity] = await contentOf(folder, file)
    if (integrity === undefined || expected.get(of) !== integrity) return file
  }
  return undefined
}

const parseIntegrity = (text: string): Record<string, string> | undefined => {
  try {
    return v.parse(IntegrityRecord, JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * @returns the first different file; without `integrity.json`, checks the
 * manifest only
 */
export const differenceIn = async (
  folder: FolderPath,
  { integrity, files }: StoredRelease,
): Promise<string | undefined> => {
  const manifest = await readBelow(folder, MANIFEST)
  if (manifest === undefined || integrityOf(manifest) !== integrity) return MANIFEST
  if (files === undefined) return undefined
  const record = await readBelow(folder, INTEGRITY_RECORD)
  if (record === undefined || integrityOf(record) !== files) return INTEGRITY_RECORD
  const listed = parseIntegrity(record.toString('utf8'))
  if (listed === undefined) return INTEGRITY_RECORD
  return firstDifference(folder, new Map([...Object.entries(listed), [INTEGRITY_RECORD, files]]))
}

/** @returns what no release may contain, in Spanish */
export const forbiddenIn = async (folder: FolderPath): Promise<string | undefined> => {
  const listing = await listBelow(folder)
  if (listing === undefined) return `${folder.path} no es una carpeta, o se llega a ella por un enlace`
  const [other] = listing.others
  if (other !== undefined) return `${other} es un enlace o un archivo especial`
  const untyped = listing.files.find((file) => fileTypeOf(uncompressedName(file)) === undefined)
  return untyped && `${untyped} es de un tipo que una versión no puede llevar`
}
