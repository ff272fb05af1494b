import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { EnvironmentError } from 'shared/server'
import { systemClock } from '../../platform/clock.ts'
import { parseEnvironment } from '../../platform/environment/environment.ts'
import { type AdminLog, commandAdminLog } from '../../platform/monitoring/admin-log.ts'
import { openBlobStore } from '../../platform/storage/blob-store.ts'
import { readOnlyBlobs } from '../../platform/storage/read-only-blobs.ts'
import { openS3BlobStore } from '../../platform/storage/s3-blob-store.ts'
import { BackupError } from './backup-error.ts'
import type { Contents } from './contents.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

// `pg_dump` and others also write files.
process.umask(0o077)

/** `backup <new folder>` and `restore <folder>` */
const [command, folder] = process.argv.slice(2)

const run = async (folder: string, temporary: string): Promise<Contents> => {
  const environment = parseEnvironment(process.env)
  const { dataDir, s3 } = environment
  const remote = s3 === null ? null : await openS3BlobStore(temporary, s3)
  try {
    if (command === 'backup') {
      const blobs = remote ?? readOnlyBlobs(dataDir)
      return await makeBackup({ environment, target: folder, blobs, clock: systemClock })
    }
    return await restoreBackup({ environment, source: folder, blobs: remote ?? (await openBlobStore(dataDir)) })
  } finally {
    remote?.close()
  }
}

if (folder === undefined || (command !== 'backup' && command !== 'restore')) {
  process.stderr.write('Uso: backup <carpeta nueva> | restore <carpeta del respaldo>\n')
  process.exit(2)
}
/** Monitoring reads these lines. */
const tell = (adminLog: AdminLog, folder: string, outcome: Contents | Error): void => {
  if (outcome instanceof Error) {
    const event = command === 'backup' ? 'backup-failed' : 'restore-failed'
    adminLog.record({ event, folder, reason: outcome.message })
    return
  }
  const files = Object.keys(outcome.files).length
  if (command === 'backup') adminLog.record({ event: 'backup-made', folder, files })
  else adminLog.record({ event: 'backup-restored', folder, files, made: outcome.madeAt })
}

const adminLog = commandAdminLog()
const temporary = await mkdtemp(join(tmpdir(), 'trazo-respaldo-'))
try {
  const contents = await run(resolve(folder), temporary)
  const { madeAt, files } = contents
  const words = command === 'backup' ? 'Respaldo completo' : `Recuperado el respaldo del ${madeAt}`
  process.stdout.write(`${words}: ${Object.keys(files).length} archivos comprobados.\n`)
  tell(adminLog, resolve(folder), contents)
} catch (error) {
  tell(adminLog, resolve(folder), error instanceof Error ? error : new Error(String(error)))
  if (!(error instanceof BackupError || error instanceof EnvironmentError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await rm(temporary, { recursive: true })
}
