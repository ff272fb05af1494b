import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Registry, RegistrySchema } from 'shared/contract'
import * as v from 'valibot'
import { ReleaseError } from './release-error.ts'
import { parseStored, type StoredRegistry } from './stored-registry.ts'

export const releasesFolder = (dataDir: string): string => join(dataDir, 'releases')

export const registryFile = (dataDir: string): string => join(releasesFolder(dataDir), 'registry.json')

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT'

/**
 * Includes the release tool's fields.
 * @returns undefined before the first release
 * @throws ReleaseError `damaged` for an invalid file
 */
export const readStoredRegistry = async (dataDir: string): Promise<StoredRegistry | undefined> => {
  const file = registryFile(dataDir)
  try {
    return parseStored(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (isMissing(error)) return undefined
    const why = error instanceof Error ? error.message : error
    throw new ReleaseError('damaged', `${file} no es un registro que se pueda leer: ${why}`)
  }
}

/**
 * Omits the release tool's fields: every page embeds it.
 * @returns undefined before the first release
 * @throws ReleaseError `damaged` for an invalid file
 */
export const readRegistry = async (dataDir: string): Promise<Registry | undefined> => {
  const stored = await readStoredRegistry(dataDir)
  return stored && v.parse(RegistrySchema, stored)
}

/** Atomic, also after a power failure. */
export const writeRegistry = async (dataDir: string, registry: StoredRegistry): Promise<void> => {
  const target = registryFile(dataDir)
  const unfinished = `${target}.${process.pid}.unfinished`
  await mkdir(dirname(target), { recursive: true })
  const file = await open(unfinished, 'w')
  try {
    await file.writeFile(`${JSON.stringify(parseStored(registry), undefined, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  const folder = await open(dirname(target), 'r')
  await folder.sync().finally(() => folder.close())
}
