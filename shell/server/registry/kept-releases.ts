import { existsSync } from 'node:fs'
import { cp, mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesIn } from 'shared/build/integrity'
import { buildFolder, readBuildRecord } from 'shared/build/record'
import type { RemoteName } from 'shared/contract'
import { ReleaseIdSchema, remoteNames } from 'shared/contract'
import * as v from 'valibot'
import type { Activation } from './activate-release.ts'
import { differenceIn, KEPT_RECORD } from './check-release.ts'
import { releasesFolder } from './registry-file.ts'
import { ReleaseError } from './release-error.ts'
import { type StoredRegistry, StoredReleaseSchema } from './stored-registry.ts'

const BuiltRemote = v.object({
  name: v.picklist(remoteNames),
  release: ReleaseIdSchema,
  shared: v.string(),
  integrity: v.string(),
  files: v.string(),
})

/** `release.json`: registry entry and date (ISO 8601). */
const KeptRecord = v.object({
  ...StoredReleaseSchema.entries,
  publishedAt: v.pipe(v.string(), v.isoTimestamp()),
})

/** Marks folders that are being written or deleted. */
export const UNFINISHED = '.unfinished'

export const folderOf = (dataDir: string, name: RemoteName, id: string): string =>
  join(releasesFolder(dataDir), name, id)

const sync = async (path: string): Promise<void> => {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** Atomic, also after a power failure. Never rewritten. */
const copyBuild = async (source: string, target: string, record: v.InferOutput<typeof KeptRecord>): Promise<void> => {
  const unfinished = `${target}.${process.pid}${UNFINISHED}`
  await mkdir(dirname(target), { recursive: true })
  try {
    await cp(source, unfinished, { recursive: true }).catch((error: unknown) => {
      // A newer build deletes the files of an older one.
      if (existsSync(source)) throw error
      throw new ReleaseError('not-built', `${source} se borró mientras se copiaba. Inténtalo de nuevo.`)
    })
    const different = await differenceIn(unfinished, record)
    if (different !== undefined)
      throw new ReleaseError(
        'not-built',
        `${join(source, different)} no es lo que se construyó. Bórralo y constrúyelo de nuevo.`,
      )
    await writeFile(join(unfinished, KEPT_RECORD), `${JSON.stringify(record, undefined, 2)}\n`)
    await Promise.all((await filesIn(unfinished)).map((file) => sync(join(unfinished, file))))
    await rename(unfinished, target).catch((error: unknown) => {
      // Another process has copied the same release.
      if (!existsSync(target)) throw error
    })
    await sync(dirname(target))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/**
 * Stores the last build of the package `root` once.
 * @throws ReleaseError `not-built` or `refused`
 */
export const keepBuild = async (
  dataDir: string,
  root: string,
  now: Date,
  expected?: RemoteName,
): Promise<{ readonly name: RemoteName; readonly id: string }> => {
  const built = v.safeParse(BuiltRemote, readBuildRecord(root))
  if (!built.success || !existsSync(buildFolder(root, built.output.release)))
    throw new ReleaseError('not-built', `${root} no está construido. Ejecuta su build.ts primero.`)
  const { name, release: id, ...hashes } = built.output
  if (expected !== undefined && name !== expected)
    throw new ReleaseError('refused', `En ${root} está construido ${name}, no ${expected}. No se publicó nada.`)
  const target = folderOf(dataDir, name, id)
  if (existsSync(target)) await utimes(target, now, now)
  else {
    const release = { manifest: `/r/${name}/${id}/mf-manifest.json`, ...hashes }
    await copyBuild(buildFolder(root, id), target, { ...release, publishedAt: now.toISOString() })
  }
  return { name, id }
}

const readRecord = async (folder: string) => {
  const text = await readFile(join(folder, KEPT_RECORD), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : v.parse(KeptRecord, JSON.parse(text))
}

/**
 * The registry's entry takes precedence over `release.json`.
 * @throws ReleaseError `unknown` or `damaged`
 */
export const takeKept = async (
  dataDir: string,
  registry: StoredRegistry,
  { name, id }: Pick<Activation, 'name' | 'id'>,
): Promise<Activation> => {
  const folder = folderOf(dataDir, name, id)
  const record = v.is(ReleaseIdSchema, id) ? await readRecord(folder).catch(() => undefined) : undefined
  const release = registry.remotes[name]?.releases[id] ?? (record && v.parse(StoredReleaseSchema, record))
  if (!release || id.endsWith(UNFINISHED) || !existsSync(folder))
    throw new ReleaseError('unknown', `${name} no tiene guardada la versión ${id}. Mira las que hay: pnpm releases`)
  const different = await differenceIn(folder, release)
  if (different !== undefined)
    throw new ReleaseError(
      'damaged',
      `La versión ${id} de ${name} está alterada: ${join(folder, different)} no es lo que se publicó. No se activó.`,
    )
  return { name, id, release }
}

export interface KeptRelease {
  readonly id: string
  /** Undefined in older releases. */
  readonly publishedAt: Date | undefined
  /** Stored or last in the registry; no tab has loaded it later. */
  readonly lastNamed: Date
  readonly bytes: number
}

const describe = async (folder: string, id: string): Promise<KeptRelease> => {
  const record = await readRecord(folder).catch(() => undefined)
  const files = await filesIn(folder)
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size))
  return {
    id,
    publishedAt: record && new Date(record.publishedAt),
    lastNamed: (await stat(folder)).mtime,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  }
}

export const listKept = async (dataDir: string, name: RemoteName): Promise<KeptRelease[]> => {
  const folder = join(releasesFolder(dataDir), name)
  const ids = (await readdir(folder).catch(() => [])).filter(
    (id) => v.is(ReleaseIdSchema, id) && !id.endsWith(UNFINISHED),
  )
  const kept = await Promise.all(ids.map((id) => describe(join(folder, id), id)))
  const age = ({ publishedAt, lastNamed }: KeptRelease): number => (publishedAt ?? lastNamed).getTime()
  return kept.sort((a, b) => age(b) - age(a))
}
