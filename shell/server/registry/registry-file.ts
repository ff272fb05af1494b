import { randomUUID } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Registry, RegistrySchema } from 'shared/contract'
import { isMissingFile, makeFolderDurably, writeDurably } from 'shared/server'
import * as v from 'valibot'
import { UNFINISHED_SUFFIX } from '../release-files/copy-folder.ts'
import { ReleaseError } from './release-error.ts'
import { parseStored, type StoredRegistry } from './stored-registry.ts'

export const releasesFolder = (dataDir: string): string => join(dataDir, 'releases')

export const registryFile = (dataDir: string): string => join(releasesFolder(dataDir), 'registry.json')

/** Replaces a damaged `registry.json`. */
const goodCopyFile = (dataDir: string): string => join(releasesFolder(dataDir), 'registry.last-good.json')

const readFrom = async (file: string): Promise<StoredRegistry | undefined> => {
  try {
    return parseStored(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (isMissingFile(error)) return undefined
    const why = error instanceof Error ? error.message : error
    throw new ReleaseError('damaged', `${file} no es un registro que se pueda leer: ${why}`)
  }
}

export interface LoadedRegistry {
  readonly registry: StoredRegistry | undefined
  readonly damage?: ReleaseError
}

/** @throws ReleaseError `damaged` without a good copy */
export const loadRegistry = async (dataDir: string): Promise<LoadedRegistry> => {
  const file = registryFile(dataDir)
  const current = await readFrom(file).catch((error: unknown) => {
    if (error instanceof ReleaseError) return error
    throw error
  })
  if (current !== undefined && !(current instanceof ReleaseError)) return { registry: current }
  const copy = await readFrom(goodCopyFile(dataDir)).catch(() => undefined)
  if (copy) return { registry: copy, damage: current ?? new ReleaseError('damaged', `Falta ${file}`) }
  if (current) throw current
  return { registry: undefined }
}

export const readStoredRegistry = async (dataDir: string): Promise<StoredRegistry | undefined> =>
  (await loadRegistry(dataDir)).registry

export const forPages = (stored: StoredRegistry): Registry => v.parse(RegistrySchema, stored)

export const readRegistry = async (dataDir: string): Promise<Registry | undefined> => {
  const stored = await readStoredRegistry(dataDir)
  return stored && forPages(stored)
}

/** Atomic, also after a power failure. */
export const replaceFile = async (target: string, text: string, mode = 0o666): Promise<void> => {
  await makeFolderDurably(dirname(target), 0o777)
  await writeDurably(target, `${target}.${randomUUID()}${UNFINISHED_SUFFIX}`, Buffer.from(text), mode)
}

export const registryText = (registry: StoredRegistry): string =>
  `${JSON.stringify(parseStored(registry), undefined, 2)}\n`

export const writeRegistry = async (dataDir: string, registry: StoredRegistry): Promise<void> => {
  await replaceFile(registryFile(dataDir), registryText(registry))
  await replaceFile(goodCopyFile(dataDir), registryText(registry))
}

/** Another version may have written the registry. */
export const refreshGoodCopy = async (dataDir: string, registry: StoredRegistry): Promise<void> => {
  const copy = await readFile(goodCopyFile(dataDir), 'utf8').catch(() => '')
  if (copy !== registryText(registry)) await replaceFile(goodCopyFile(dataDir), registryText(registry))
}

export const setDamagedAside = (dataDir: string): Promise<void> =>
  rename(registryFile(dataDir), join(releasesFolder(dataDir), 'registry.damaged.json')).catch((error: unknown) => {
    if (!isMissingFile(error)) throw error
  })
