import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../platform/clock.ts'
import type { Environment } from '../../platform/environment/environment.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { closeTree, makePrivateFile } from '../../platform/storage/private-files.ts'
import { BackupError } from './backup-error.ts'
import { type Contents, databaseFiles, writeContents } from './contents.ts'
import { openForBackup } from './open-for-backup.ts'
import { runPostgres } from './run-program.ts'

export interface BackupOptions {
  readonly environment: Environment
  /** Must not exist. */
  readonly target: string
  readonly blobs: Pick<BlobStore, 'read'>
  readonly clock: Clock
}

const REFERRED = `select sha256 from revisions union
  select sha256 from completion_certificates where sha256 is not null union
  select attachment_sha256 from outbox where attachment_sha256 is not null order by 1`

/** Files of documents that are not deleted: none may be missing. */
const NEEDED = `select sha256 from revisions where document_id in (select id from documents where deleted_at is null)
  union select sha256 from completion_certificates
    where sha256 is not null and document_id in (select id from documents where deleted_at is null)
  union select attachment_sha256 from outbox where attachment_sha256 is not null
    and (document_id is null or document_id in (select id from documents where deleted_at is null))`

const copyDatabase = async ({ databaseUrl, dataDir }: Environment, target: string): Promise<Contents['database']> => {
  if (databaseUrl !== null) {
    await makePrivateFile(join(target, databaseFiles.postgres))
    await runPostgres('pg_dump', databaseUrl, ['--format=custom', `--file=${join(target, databaseFiles.postgres)}`])
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

/** Files of the snapshot; PostgreSQL may also list newer ones. */
const referredIn = async (
  environment: Environment,
  target: string,
): Promise<{ readonly all: string[]; readonly needed: ReadonlySet<string> }> => {
  const ledger = await openForBackup(
    environment.databaseUrl === null ? { ...environment, dataDir: target } : environment,
  )
  if (ledger === null) throw new BackupError('No hay una base de datos que respaldar.')
  try {
    const hashes = async (statement: string) => (await ledger.rows(statement)).map(({ sha256 }) => String(sha256))
    return { all: await hashes(REFERRED), needed: new Set(await hashes(NEEDED)) }
  } finally {
    await ledger.close()
  }
}

/**
 * Files are immutable, so the database's references remain
 * valid, except those of documents erased since.
 * @throws BackupError
 */
export const makeBackup = async ({ environment, target, blobs, clock }: BackupOptions): Promise<Contents> => {
  await mkdir(dirname(target), { recursive: true })
  await mkdir(target, { mode: 0o700 }).catch((cause: unknown) => {
    throw new BackupError(`No se puede crear ${target}: debe ser una carpeta nueva.`, { cause })
  })
  const madeAt = new Date(clock()).toISOString()
  const database = await copyDatabase(environment, target)
  const { all, needed } = await referredIn(environment, target)
  for (const sha256 of all) {
    const path = join(target, 'files', sha256.slice(0, 2), sha256)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const bytes = await blobs.read(sha256).catch((cause: unknown) => {
      if (!needed.has(sha256)) return undefined
      throw new BackupError(`El documento ${sha256} falta o está dañado.`, { cause })
    })
    if (bytes !== undefined) await writeFile(path, bytes, { mode: 0o600, flush: true })
  }
  await cp(environment.keysDir, join(target, 'keys'), { recursive: true, errorOnExist: true, force: false })
  const contents = await writeContents(target, { database, madeAt })
  await closeTree(target)
  return contents
}
