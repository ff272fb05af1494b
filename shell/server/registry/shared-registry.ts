import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { remotesOfSite } from './activate-release.ts'
import { pullRelease } from './kept-releases.ts'
import {
  type LoadedRegistry,
  loadRegistry,
  readStoredRegistry,
  releasesFolder,
  writeRegistry,
} from './registry-file.ts'
import { ReleaseError } from './release-error.ts'
import type { ReleaseStore, SharedDocument, SharedReleases } from './release-store.ts'
import { parseStored, type StoredEntry, type StoredRegistry } from './stored-registry.ts'

export const SHARED_REGISTRY = 'registry.json'

export interface CurrentRegistry extends LoadedRegistry {
  /** Of the shared document. */
  readonly version?: string | undefined
}

const lastGood = async (
  dataDir: string,
  why: string,
  version?: string,
): Promise<CurrentRegistry & { readonly damage: ReleaseError }> => {
  const registry = await readStoredRegistry(dataDir).catch(() => undefined)
  return { registry, version, damage: new ReleaseError('damaged', `${SHARED_REGISTRY} del almacenamiento: ${why}`) }
}

const parseShared = async (dataDir: string, { text, version }: SharedDocument): Promise<CurrentRegistry> => {
  try {
    return { registry: parseStored(JSON.parse(text)), version }
  } catch (error) {
    const copy = await lastGood(dataDir, error instanceof Error ? error.message : String(error), version)
    if (!copy.registry) throw copy.damage
    return copy
  }
}

export const loadCurrent = async ({ dataDir, shared }: ReleaseStore): Promise<CurrentRegistry> => {
  if (!shared) return loadRegistry(dataDir)
  const document = await shared.readDocument(SHARED_REGISTRY)
  if (typeof document === 'object') return parseShared(dataDir, document)
  const copy = await lastGood(dataDir, 'no existe')
  return copy.registry ? copy : { registry: undefined }
}

const isHere = ({ manifest }: { readonly manifest: string }): boolean => !URL.canParse(manifest)

const foldersOf = (remote: string, entry: StoredEntry | undefined): string[] =>
  Object.entries(entry?.releases ?? {}).flatMap(([id, release]) => (isHere(release) ? [`${remote}/${id}`] : []))

const allFoldersOf = ({ remotes }: StoredRegistry): string[] =>
  Object.entries(remotes).flatMap(([remote, entry]) => foldersOf(remote, entry))

export const pushNamed = async (
  shared: SharedReleases,
  named: StoredRegistry,
  present: StoredRegistry,
): Promise<void> => {
  const known = new Set(allFoldersOf(present))
  for (const path of allFoldersOf(named)) if (!known.has(path)) await shared.push(path)
}

const requireFolder = async (store: ReleaseStore, path: string, entry: StoredEntry): Promise<void> => {
  if (existsSync(join(releasesFolder(store.dataDir), path))) return
  const id = path.slice(path.indexOf('/') + 1)
  if (!(await pullRelease(store, path, entry.releases[id])))
    throw new ReleaseError('damaged', `${path} falta en el almacenamiento.`)
}

const bringFolders = async (store: ReleaseStore, remote: string, entry: StoredEntry): Promise<ReleaseError | null> => {
  try {
    for (const path of foldersOf(remote, entry)) await requireFolder(store, path, entry)
    return null
  } catch (error) {
    if (error instanceof ReleaseError && error.problem === 'damaged') return error
    throw error
  }
}

/**
 * Remotes with damaged files keep their former entry.
 * @returns what was damaged
 */
export const adoptRegistry = async (
  store: ReleaseStore,
  registry: StoredRegistry,
): Promise<readonly ReleaseError[]> => {
  const { dataDir } = store
  const before = await readStoredRegistry(dataDir).catch(() => undefined)
  const damage: ReleaseError[] = []
  const remotes: StoredRegistry['remotes'] = {}
  for (const remote of remotesOfSite(...Object.keys(registry.remotes))) {
    const wanted = registry.remotes[remote]
    if (!wanted) continue
    const damaged = await bringFolders(store, remote, wanted)
    if (damaged) damage.push(damaged)
    const entry = damaged ? before?.remotes[remote] : wanted
    if (entry) remotes[remote] = entry
  }
  const adopted = parseStored({ version: registry.version, remotes })
  if (JSON.stringify(adopted) !== JSON.stringify(before)) await writeRegistry(dataDir, adopted)
  return damage
}
