import { copyFile, cp, link, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolderDurably, syncPath, syncTree } from 'shared/server'
import type { Clock } from '../../platform/clock.ts'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import type { BlobPrefix } from '../../platform/storage/prefixed-blobs.ts'
import { closeTree, makePrivateFile } from '../../platform/storage/private-files.ts'
import type { BlobReader } from '../../platform/storage/read-only-blobs.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { BackupError } from './backup-error.ts'
import {
  type BackupContents,
  databaseFiles,
  type FaultyFile,
  hashesIn,
  hashOfFile,
  pathOfBlob,
  readContents,
  writeContents,
} from './contents.ts'
import { prefixesIn } from './find-prefixes.ts'
import { type NeededBlob, neededBlobs } from './needed-blobs.ts'
import { rereadShare } from './reread-share.ts'
import { retryPassing, type WaitFor } from './retry-passing.ts'
import { runPostgres } from './run-program.ts'

export interface BackupOptions {
  readonly environment: ApiEnvironment
  /** Must not exist. */
  readonly target: string
  /** Of an earlier backup, whole or not. */
  readonly since?: string | undefined
  /** Reads prefixes too. */
  readonly blobs: Pick<BlobReader, 'read'>
  readonly clock: Clock
  readonly wait?: WaitFor
}

const copyKeys = async ({ keysDir }: ApiEnvironment, target: string): Promise<void> => {
  const options = { recursive: true, errorOnExist: true, force: false }
  await cp(keysDir, join(target, 'keys'), options).catch((cause: unknown) => {
    throw new BackupError(`No se pueden leer las llaves de ${keysDir}. Revisa KEYS_DIR.`, { cause })
  })
}

const copyDatabase = async (
  { databaseUrl, dataDir }: ApiEnvironment,
  target: string,
): Promise<BackupContents['database']> => {
  if (databaseUrl !== null) {
    await makePrivateFile(join(target, databaseFiles.postgres))
    const args = ['--format=custom', `--file=${join(target, databaseFiles.postgres)}`]
    await retryPassing(() => runPostgres('pg_dump', databaseUrl, args))
    return 'postgres'
  }
  await makePrivateFile(join(target, databaseFiles.sqlite))
  const database = new DatabaseSync(join(dataDir, 'trazo.sqlite'), { readOnly: true, timeout: 5000 })
  try {
    database.prepare('VACUUM INTO ?').run(join(target, databaseFiles.sqlite))
  } finally {
    database.close()
  }
  return 'sqlite'
}

const takeEarlier = async (since: string | undefined, sha256: string, path: string): Promise<boolean> => {
  if (since === undefined) return false
  const earlier = join(since, pathOfBlob(sha256))
  if ((await hashOfFile(earlier).catch(() => undefined)) !== sha256) return false
  await link(earlier, path).catch(() => copyFile(earlier, path))
  return true
}

const copyBlob = async (
  { target, since, blobs, wait }: BackupOptions,
  { sha256, isNeeded }: NeededBlob,
): Promise<FaultyFile['fault'] | 'erased' | 'taken' | undefined> => {
  const path = join(target, pathOfBlob(sha256))
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  if (await takeEarlier(since, sha256, path)) return 'taken'
  try {
    await writeFile(path, await retryPassing(() => blobs.read(sha256), wait), { mode: 0o600, flush: true })
    return undefined
  } catch (error) {
    if (!(error instanceof BlobFaultError)) throw error
    return isNeeded ? error.fault : 'erased'
  }
}

type Prefixes = ReadonlyMap<string, BlobPrefix>

/** PostgreSQL is copied between both times. */
const copiedPrefixes = async (environment: ApiEnvironment, before: Prefixes, target: string): Promise<Prefixes> => {
  if (environment.databaseUrl === null) return prefixesIn({ ...environment, dataDir: target })
  const after = await prefixesIn(environment)
  return new Map([...after].filter(([sha256, { within }]) => before.get(sha256)?.within === within))
}

const copyBlobs = async (options: BackupOptions, all: readonly NeededBlob[], known: Prefixes) => {
  const files: BackupContents['files'] = {}
  const documents: BackupContents['documents'] = {}
  const prefixes: BackupContents['prefixes'] = {}
  const faulty: FaultyFile[] = []
  const taken: NeededBlob[] = []
  const wholeFirst = [...all].sort((a, b) => Number(known.has(a.sha256)) - Number(known.has(b.sha256)))
  for (const blob of wholeFirst) {
    const path = pathOfBlob(blob.sha256)
    const prefix = known.get(blob.sha256)
    if (prefix !== undefined && files[pathOfBlob(prefix.within)] !== undefined) {
      documents[blob.sha256] = [...blob.documents]
      prefixes[blob.sha256] = prefix
      continue
    }
    const outcome = await copyBlob(options, blob)
    if (outcome === 'erased') continue
    documents[blob.sha256] = [...blob.documents]
    if (outcome === 'taken') taken.push(blob)
    if (outcome === undefined || outcome === 'taken') files[path] = blob.sha256
    else faulty.push({ path, fault: outcome, documents: [...blob.documents] })
  }
  return { stored: { files, documents, prefixes, faulty }, taken }
}

/** Finds the damage in old files that a full back-up would find, a share at a time. */
const reread = async ({ since, blobs, wait }: BackupOptions, taken: readonly NeededBlob[]) => {
  if (since === undefined) return {}
  const earlier = (await readContents(since).catch(() => undefined))?.installation
  const read = (sha256: string) => retryPassing(() => blobs.read(sha256), wait)
  return { installation: await rereadShare({ taken, earlier, read }) }
}

/**
 * Files are immutable, so the database's references remain
 * valid, except those of documents erased since. Faulty files are
 * listed and left out.
 * @throws BackupError
 */
export const makeBackup = async (options: BackupOptions): Promise<BackupContents> => {
  const { environment, target, clock } = options
  await makeFolderDurably(dirname(target), 0o777)
  await mkdir(target, { mode: 0o700 }).catch((cause: unknown) => {
    throw new BackupError(`No se puede crear ${target}: debe ser una carpeta nueva.`, { cause })
  })
  await syncPath(dirname(target))
  const madeAt = new Date(clock()).toISOString()
  await copyKeys(environment, target)
  const before: Prefixes = environment.databaseUrl === null ? new Map() : await prefixesIn(environment)
  const database = await copyDatabase(environment, target)
  const own = await hashesIn(target)
  // PostgreSQL may also list newer files than the snapshot.
  const all = await neededBlobs(environment.databaseUrl === null ? { ...environment, dataDir: target } : environment)
  const { stored, taken } = await copyBlobs(options, all, await copiedPrefixes(environment, before, target))
  const files = { ...own, ...stored.files }
  const contents: BackupContents = {
    version: 1,
    madeAt,
    database,
    ...stored,
    files,
    ...(await reread(options, taken)),
  }
  await closeTree(target)
  await syncTree(target)
  await writeContents(target, contents)
  return contents
}
