import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock } from '../clock.ts'
import { EnvironmentError, parseEnvironment } from '../environment.ts'
import { openBlobStore } from '../storage/blob-store.ts'
import { readOnlyBlobs } from '../storage/read-only-blobs.ts'
import { openS3BlobStore } from '../storage/s3-blob-store.ts'
import { BackupError } from './backup-error.ts'
import type { Contents } from './contents.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

/** `backup <new folder>` and `restore <folder>`, with the variables of the server. */
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
const temporary = await mkdtemp(join(tmpdir(), 'trazo-respaldo-'))
try {
  const { madeAt, files } = await run(resolve(folder), temporary)
  const words = command === 'backup' ? 'Respaldo completo' : `Recuperado el respaldo del ${madeAt}`
  process.stdout.write(`${words}: ${Object.keys(files).length} archivos comprobados.\n`)
} catch (error) {
  if (!(error instanceof BackupError || error instanceof EnvironmentError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await rm(temporary, { recursive: true })
}
