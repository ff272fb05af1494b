import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Registry, RegistrySchema } from 'shared/contract'
import * as v from 'valibot'

/** Where a data folder keeps the released remotes. */
export const releasesFolder = (dataDir: string): string => join(dataDir, 'releases')

export const registryFile = (dataDir: string): string => join(releasesFolder(dataDir), 'registry.json')

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT'

/**
 * @returns undefined when nothing was ever released
 * @throws when the file is there and is not a registry
 */
export const readRegistry = async (dataDir: string): Promise<Registry | undefined> => {
  try {
    return v.parse(RegistrySchema, JSON.parse(await readFile(registryFile(dataDir), 'utf8')))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Replaces the registry in one step: a reader meets the old one or the new one, also after a power failure. */
export const writeRegistry = async (dataDir: string, registry: Registry): Promise<void> => {
  const target = registryFile(dataDir)
  const unfinished = `${target}.${process.pid}.unfinished`
  await mkdir(dirname(target), { recursive: true })
  const file = await open(unfinished, 'w')
  try {
    await file.writeFile(`${JSON.stringify(v.parse(RegistrySchema, registry), undefined, 2)}\n`)
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
