import { chmod, cp, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { makeFolderDurably, renameDurably, syncPath, writeDurably } from 'shared/server'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { closeTree, makePrivateFolder } from '../../platform/storage/private-files.ts'
import { BackupError } from './backup-error.ts'
import { type BackupContents, databaseFiles, findFaulty, hashesIn, readContents } from './contents.ts'
import { openForBackup } from './open-for-backup.ts'
import { faultOf } from './restore-missing.ts'
import { retryPassing, type WaitFor } from './retry-passing.ts'
import { runPostgres } from './run-program.ts'

export interface RestoreOptions {
  readonly environment: ApiEnvironment
  readonly source: string
  readonly blobs: Pick<BlobStore, 'put' | 'verify'>
  readonly wait?: WaitFor
}

/** Before the name of a key: an interrupted restore left it. */
const UNFINISHED = '.restoring-'

/** An interrupted restore may have written keys. @throws BackupError */
const refuseOtherKeys = async (keysDir: string, { files }: BackupContents): Promise<void> => {
  const there = await hashesIn(keysDir).catch(() => ({}))
  for (const [name, hash] of Object.entries(there))
    if (!basename(name).startsWith(UNFINISHED) && files[join('keys', name)] !== hash)
      throw new BackupError(`En ${keysDir} ya hay llaves. Recupera en una carpeta vacía.`)
}

/** @throws BackupError */
const refuseUsed = async (
  { databaseUrl, dataDir, keysDir }: ApiEnvironment,
  contents: BackupContents,
): Promise<void> => {
  await refuseOtherKeys(keysDir, contents)
  const ledger = await openForBackup({ databaseUrl, dataDir })
  if (ledger === null) return
  const tables = await ledger
    .rows(`select count(*) as count from kysely_migration`)
    .catch(() => undefined)
    .finally(() => ledger.close())
  if (tables !== undefined || databaseUrl === null)
    throw new BackupError('El destino ya tiene una base de datos. Recupera en una vacía.')
}

const restoreDatabase = async (
  { databaseUrl, dataDir }: ApiEnvironment,
  source: string,
  kind: BackupContents['database'],
): Promise<void> => {
  const file = join(source, databaseFiles[kind])
  if (databaseUrl === null) {
    const unfinished = join(dataDir, '.trazo.sqlite.unfinished')
    await cp(file, unfinished)
    await chmod(unfinished, 0o600)
    await syncPath(unfinished)
    await renameDurably(unfinished, join(dataDir, 'trazo.sqlite'))
    return
  }
  const args = ['--exit-on-error', '--single-transaction', '--no-owner', file]
  await retryPassing(() => runPostgres('pg_restore', databaseUrl, args))
}

/** @throws BackupError */
const refuseFaulty = async (source: string, contents: BackupContents): Promise<void> => {
  const faulty = await findFaulty(source, contents)
  if (faulty.length === 0) return
  throw new BackupError(
    faulty
      .map(({ path, fault }) =>
        fault === 'damaged' ? `En el respaldo está dañado ${path}.` : `Al respaldo le falta ${path}.`,
      )
      .join('\n'),
  )
}

const putBlob = async (blobs: RestoreOptions['blobs'], path: string): Promise<void> => {
  const sha256 = basename(path)
  if ((await faultOf(blobs, sha256)) === undefined) return
  await blobs.put(await readFile(path))
  await blobs.verify(sha256)
}

/** Whole under its name, or not there: a half key would be another one, which a repeated restore refuses. */
const restoreKey = async (file: string, path: string): Promise<void> => {
  const folder = dirname(path)
  const unfinished = join(folder, `${UNFINISHED}${basename(path)}`)
  await makeFolderDurably(folder, 0o700)
  await rm(unfinished, { force: true })
  await writeDurably(path, unfinished, await readFile(file), 0o600)
}

/**
 * Requires an empty target; skips files that are there. The database
 * comes last, so an interrupted restore can be repeated.
 * @throws BackupError
 */
export const restoreBackup = async ({ environment, source, blobs, wait }: RestoreOptions): Promise<BackupContents> => {
  const { dataDir, keysDir, databaseUrl } = environment
  const contents = await readContents(source)
  await refuseFaulty(source, contents)
  if ((contents.database === 'postgres') !== (databaseUrl !== null))
    throw new BackupError(`El respaldo es de ${contents.database}: revisa DATABASE_URL.`)
  await refuseUsed(environment, contents)
  await makePrivateFolder(dataDir)
  for (const path of Object.keys(contents.files).filter((name) => name.startsWith('files/')))
    await retryPassing(() => putBlob(blobs, join(source, path)), wait)
  await makePrivateFolder(keysDir)
  for (const path of Object.keys(contents.files).filter((name) => name.startsWith('keys/')))
    await restoreKey(join(source, path), join(keysDir, relative('keys', path)))
  await closeTree(keysDir)
  await restoreDatabase(environment, source, contents.database)
  return contents
}
