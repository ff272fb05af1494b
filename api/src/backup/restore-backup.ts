import { chmod, cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { openLedger } from '../doctor/open-ledger.ts'
import type { Environment } from '../environment.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import { BackupError } from './backup-error.ts'
import { type Contents, databaseFiles, readContents } from './contents.ts'
import { runPostgres } from './run-program.ts'

export interface RestoreOptions {
  readonly environment: Environment
  /** The folder of a back-up. */
  readonly source: string
  readonly blobs: Pick<BlobStore, 'put' | 'read'>
}

/** Nothing that is there is ever written over. @throws BackupError */
const refuseUsed = async ({ databaseUrl, dataDir, keysDir }: Environment): Promise<void> => {
  const keys = await readdir(keysDir).catch(() => [])
  if (keys.length > 0) throw new BackupError(`En ${keysDir} ya hay llaves. Recupera en una carpeta vacía.`)
  const ledger = await openLedger({ databaseUrl, dataDir })
  if (ledger === null) return
  const tables = await ledger
    .rows(`select count(*) as count from kysely_migration`)
    .catch(() => undefined)
    .finally(() => ledger.close())
  if (tables !== undefined || databaseUrl === null)
    throw new BackupError('El destino ya tiene una base de datos. Recupera en una vacía.')
}

const restoreDatabase = async (
  { databaseUrl, dataDir }: Environment,
  source: string,
  kind: Contents['database'],
): Promise<void> => {
  const file = join(source, databaseFiles[kind])
  if (databaseUrl === null) {
    const path = join(dataDir, 'trazo.sqlite')
    await cp(file, path)
    await chmod(path, 0o600)
  } else await runPostgres('pg_restore', databaseUrl, ['--exit-on-error', '--single-transaction', '--no-owner', file])
}

/**
 * Puts a back-up where nothing is yet, once every byte of it was found to be as it was. The database comes last:
 * without it nothing of an interrupted attempt is visible.
 * @throws BackupError
 */
export const restoreBackup = async ({ environment, source, blobs }: RestoreOptions): Promise<Contents> => {
  const { dataDir, keysDir, databaseUrl } = environment
  const contents = await readContents(source)
  if ((contents.database === 'postgres') !== (databaseUrl !== null))
    throw new BackupError(`El respaldo es de ${contents.database}: revisa DATABASE_URL.`)
  await refuseUsed(environment)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  for (const path of Object.keys(contents.files).filter((name) => name.startsWith('files/'))) {
    await blobs.put(await readFile(join(source, path)))
    await blobs.read(basename(path))
  }
  await mkdir(dirname(keysDir), { recursive: true })
  await cp(join(source, 'keys'), keysDir, { recursive: true })
  await restoreDatabase(environment, source, contents.database)
  return contents
}
