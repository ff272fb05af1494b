import { existsSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFolder, readBuildRecord } from 'shared/build/record'
import type { RemoteName } from 'shared/contract'
import { ReleaseIdSchema, RemoteNameSchema } from 'shared/contract'
import * as v from 'valibot'
import { copyFolder, storeNames, UNFINISHED_SUFFIX, writeNew } from '../release-files/copy-folder.ts'
import { type FolderPath, listBelow, openBelow, readBelow } from '../release-files/open-below.ts'
import { dateFolder, keptIds } from '../release-files/remove-folder.ts'
import { type ReleaseActivation, remotesOfSite } from './activate-release.ts'
import { differenceIn, forbiddenIn, KEPT_RECORD } from './check-release.ts'
import { releasesFolder } from './registry-file.ts'
import { mountsFor, readReleaseContract } from './release-contract.ts'
import { ReleaseError } from './release-error.ts'
import type { ReleaseStore } from './release-store.ts'
import { type StoredRegistry, type StoredRelease, StoredReleaseSchema } from './stored-registry.ts'

const BuiltRemote = v.object({
  name: RemoteNameSchema,
  release: ReleaseIdSchema,
  shared: v.string(),
  integrity: v.string(),
  files: v.string(),
})

const KeptRecord = v.object({
  ...StoredReleaseSchema.entries,
  publishedAt: v.pipe(v.string(), v.isoTimestamp()),
})

export const folderOf = (dataDir: string, name: RemoteName, id: string): string =>
  join(releasesFolder(dataDir), name, id)

const keptFolder = (dataDir: string, name: RemoteName, id: string): FolderPath => ({
  root: releasesFolder(dataDir),
  path: `${name}/${id}`,
})

const requireFit = async (source: FolderPath): Promise<readonly string[]> => {
  const { files = [] } = (await listBelow(source)) ?? {}
  const why = files.includes(KEPT_RECORD) ? `${KEPT_RECORD} lo escribe el sitio` : await forbiddenIn(source)
  if (why !== undefined)
    throw new ReleaseError('refused', `${join(source.root, source.path)}: ${why}. No se publicó nada.`)
  return files
}

/** Throws if the release must not go live. */
export type VetRelease = (folder: string, release: string) => void

/** @throws ReleaseError `not-built` or `refused`, or the error of `vet`; `target` does not appear then */
export const copyBuild = async (
  source: FolderPath,
  target: FolderPath,
  record: StoredRelease,
  vet: (folder: string) => void,
): Promise<void> =>
  copyFolder(source, target, {
    files: await requireFit(source),
    // A newer build deletes the files of an older one.
    gone: (file) => new ReleaseError('not-built', `${file} se borró mientras se copiaba. Inténtalo de nuevo.`),
    async finish(copy, folder) {
      const different = await differenceIn(copy, record)
      if (different !== undefined)
        throw new ReleaseError(
          'not-built',
          `${join(source.root, source.path, different)} no es lo que se construyó. Bórralo y constrúyelo de nuevo.`,
        )
      vet(folder)
      await writeNew(join(folder, KEPT_RECORD), `${JSON.stringify(record, undefined, 2)}\n`)
    },
  })

/** @throws ReleaseError `not-built`, or `refused` for another remote than `expected` */
export const readBuilt = async (root: string, expected?: RemoteName): Promise<v.InferOutput<typeof BuiltRemote>> => {
  const handle = await openBelow({ root, path: 'dist/build.json' })
  await handle?.close()
  const built = v.safeParse(BuiltRemote, handle && readBuildRecord(root))
  if (!built.success || !existsSync(buildFolder(root, built.output.release)))
    throw new ReleaseError('not-built', `${root} no está construido. Ejecuta su build.ts primero.`)
  const { name } = built.output
  if (expected !== undefined && name !== expected)
    throw new ReleaseError('refused', `En ${root} está construido ${name}, no ${expected}. No se publicó nada.`)
  return built.output
}

const readRecord = async (folder: FolderPath) => {
  const content = await readBelow(folder, KEPT_RECORD)
  return content && v.parse(KeptRecord, JSON.parse(content.toString('utf8')))
}

const requireSame = async (folder: FolderPath, name: RemoteName, id: string, files: string): Promise<void> => {
  const kept = await readRecord(folder).catch(() => undefined)
  if (kept?.files !== undefined && kept.files !== files)
    throw new ReleaseError(
      'refused',
      `${name} ya tiene una versión ${id} con otros archivos. Construye de nuevo desde los fuentes de ahora.`,
    )
}

export const pullRelease = async (
  { dataDir, shared }: ReleaseStore,
  path: string,
  known?: StoredRelease,
): Promise<boolean> => {
  if (!shared) return existsSync(join(releasesFolder(dataDir), path))
  return shared.pull(path, async (copy) => {
    const release = known ?? (await readRecord(copy).catch(() => undefined))
    const different = release ? await differenceIn(copy, release) : KEPT_RECORD
    return different === undefined ? forbiddenIn(copy) : `${different} no es lo que se publicó`
  })
}

/** @throws ReleaseError `not-built` or `refused`, or the error of `vet`; nothing is kept then */
export const keepBuild = async (
  store: ReleaseStore,
  root: string,
  now: Date,
  expected?: RemoteName,
  vet?: VetRelease,
): Promise<{ readonly name: RemoteName; readonly id: string; readonly files: string; readonly isVetted: boolean }> => {
  const { name, release: id, ...hashes } = await readBuilt(root, expected)
  const { dataDir } = store
  const target = keptFolder(dataDir, name, id)
  const wasKept = await pullRelease(store, `${name}/${id}`)
  if (wasKept) {
    await requireSame(target, name, id, hashes.files)
    await dateFolder(folderOf(dataDir, name, id), now)
    await storeNames(target)
  } else {
    const release = { manifest: `/r/${name}/${id}/mf-manifest.json`, ...hashes }
    const record = { ...release, publishedAt: now.toISOString() }
    await copyBuild({ root, path: `dist/${id}` }, target, record, (copy) => vet?.(copy, id))
  }
  return { name, id, files: hashes.files, isVetted: vet !== undefined && !wasKept }
}

/**
 * The registry's entry takes precedence over `release.json`.
 * @throws ReleaseError `unknown`, `damaged` or `refused`
 */
export const takeKept = async (
  store: ReleaseStore,
  registry: StoredRegistry,
  { name, id }: Pick<ReleaseActivation, 'name' | 'id'>,
): Promise<ReleaseActivation> => {
  const { dataDir } = store
  const folder = keptFolder(dataDir, name, id)
  const named = registry.remotes[name]?.releases[id]
  if (v.is(ReleaseIdSchema, id) && (!named || !URL.canParse(named.manifest)))
    await pullRelease(store, folder.path, named)
  const record = v.is(ReleaseIdSchema, id) ? await readRecord(folder).catch(() => undefined) : undefined
  const release = named ?? (record && v.parse(StoredReleaseSchema, record))
  // On another origin: the site has no files of it.
  if (release && URL.canParse(release.manifest))
    return { name, id, release: { ...release, ...mountsFor(name, release) } }
  if (!release || id.endsWith(UNFINISHED_SUFFIX) || !existsSync(folderOf(dataDir, name, id)))
    throw new ReleaseError('unknown', `${name} no tiene guardada la versión ${id}. Mira las que hay: pnpm releases`)
  const different = await differenceIn(folder, release)
  const why =
    different === undefined
      ? await forbiddenIn(folder)
      : `${join(folder.root, folder.path, different)} no es lo que se publicó`
  if (why !== undefined)
    throw new ReleaseError('damaged', `La versión ${id} de ${name} está alterada: ${why}. No se activó.`)
  await storeNames(folder)
  return { name, id, release: { ...release, ...mountsFor(name, await readReleaseContract(folder)) } }
}

export const remotesIn = async (dataDir: string, registry: StoredRegistry | undefined): Promise<RemoteName[]> =>
  remotesOfSite(...(await readdir(releasesFolder(dataDir)).catch(() => [])), ...Object.keys(registry?.remotes ?? {}))

export interface KeptRelease {
  readonly id: string
  readonly publishedAt: Date | undefined
  /** Stored or last in the registry; no tab has loaded it later. */
  readonly lastNamed: Date
  readonly bytes: number
}

const readKeptRelease = async (release: FolderPath, id: string): Promise<KeptRelease> => {
  const folder = join(release.root, release.path)
  const record = await readRecord(release).catch(() => undefined)
  const { files = [] } = (await listBelow(release)) ?? {}
  const sizes = await Promise.all(files.map(async (file) => (await lstat(join(folder, file))).size))
  return {
    id,
    publishedAt: record && new Date(record.publishedAt),
    lastNamed: (await lstat(folder)).mtime,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  }
}

export const listKept = async (dataDir: string, name: RemoteName): Promise<KeptRelease[]> => {
  const folder = join(releasesFolder(dataDir), name)
  const kept = await Promise.all(
    (await keptIds(folder)).map((id) => readKeptRelease(keptFolder(dataDir, name, id), id)),
  )
  const age = ({ publishedAt, lastNamed }: KeptRelease): number => (publishedAt ?? lastNamed).getTime()
  return kept.sort((a, b) => age(b) - age(a))
}
