import 'shared/node'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { EnvironmentError } from 'shared/server'
import { systemClock } from '../../platform/clock.ts'
import { type ApiEnvironment, parseApiEnvironment } from '../../platform/environment/environment.ts'
import { type AdminEvent, DOCUMENTS_LISTED } from '../../platform/monitoring/admin-events.ts'
import { commandAdminLog } from '../../platform/monitoring/admin-log.ts'
import { openBlobStore } from '../../platform/storage/blob-store.ts'
import { withPrefixes } from '../../platform/storage/prefixed-blobs.ts'
import { readOnlyBlobs } from '../../platform/storage/read-only-blobs.ts'
import { openS3BlobStore } from '../../platform/storage/s3-blob-store.ts'
import { BackupError } from './backup-error.ts'
import { type BackupContents, type FaultyFile, findFaulty, readContents } from './contents.ts'
import { openPrefixFinder } from './find-prefixes.ts'
import { makeBackup } from './make-backup.ts'
import { BACKUP_USAGE, type BackupCommand, parseBackupCommand } from './parse-command.ts'
import { restoreBackup } from './restore-backup.ts'
import { restoreMissing } from './restore-missing.ts'

// `pg_dump` and others also write files.
process.umask(0o077)

const FAILED = 1
const WRONG_USAGE = 2
const FAULTY = 3

interface Outcome {
  readonly line: string
  readonly event: AdminEvent
  readonly faulty: readonly FaultyFile[]
}

const openStores = async (environment: ApiEnvironment, temporary: string) => {
  const { dataDir, s3 } = environment
  const prefixes = openPrefixFinder(environment)
  const remote = s3 === null ? null : await openS3BlobStore(temporary, s3)
  return {
    reader: withPrefixes(remote ?? readOnlyBlobs(dataDir), prefixes.find),
    find: prefixes.find,
    /** A running server uses `tmp`. */
    withStore: async <Result>(work: (blobs: Awaited<ReturnType<typeof openBlobStore>>) => Promise<Result>) => {
      if (remote !== null) return work(remote)
      const folder = join(dataDir, `restore-${process.pid}`)
      return openBlobStore(dataDir, folder)
        .then(work)
        .finally(() => rm(folder, { recursive: true, force: true }))
    },
    close: async () => {
      remote?.close()
      await prefixes.close()
    },
  }
}

const documentsOf = (faulty: readonly FaultyFile[]): number[] =>
  [...new Set(faulty.flatMap(({ documents }) => documents))].slice(0, DOCUMENTS_LISTED)

const checked = (folder: string, { files }: BackupContents, faulty: readonly FaultyFile[], whole: Outcome): Outcome => {
  if (faulty.length === 0) return whole
  const count = Object.keys(files).length
  return {
    line: `Respaldo incompleto: ${faulty.length} archivos dañados o perdidos, en la lista de errores.`,
    event: { event: 'backup-incomplete', folder, files: count, faulty: faulty.length, documents: documentsOf(faulty) },
    faulty,
  }
}

const describeMade = (folder: string, made: BackupContents): Outcome => {
  const files = Object.keys(made.files).length
  const { installation } = made
  const found = installation?.faulty ?? []
  if (made.faulty.length > 0 || found.length === 0) {
    const line =
      installation === undefined
        ? `Respaldo completo: ${files} archivos comprobados.`
        : `Respaldo incremental: ${files} archivos; de los anteriores se leyeron ${installation.read} otra vez en la instalación.`
    const whole: Outcome = { line, event: { event: 'backup-made', folder, files }, faulty: [] }
    return checked(folder, made, [...made.faulty, ...found], whole)
  }
  return {
    line:
      `Respaldo incremental: ${files} archivos intactos, pero en la instalación hay ${found.length} dañados o perdidos, ` +
      `en la lista de errores. Recupéralos con: restore --missing ${folder}`,
    event: { event: 'damage-found', folder, files, faulty: found.length, documents: documentsOf(found) },
    faulty: found,
  }
}

const verify = async (folder: string): Promise<Outcome> => {
  const contents = await readContents(folder)
  const faulty = [...contents.faulty, ...(await findFaulty(folder, contents))]
  const files = Object.keys(contents.files).length
  const line = `Respaldo del ${contents.madeAt}: ${files} archivos comprobados.`
  return checked(folder, contents, faulty, { line, event: { event: 'backup-verified', folder, files }, faulty })
}

type Kept = Extract<BackupCommand, { kind: Exclude<BackupCommand['kind'], 'verify'> }>

const run = async (command: Kept, temporary: string): Promise<Outcome> => {
  const environment = parseApiEnvironment(process.env)
  const folder = resolve(command.folder)
  const stores = await openStores(environment, temporary)
  try {
    if (command.kind === 'backup') {
      const { since } = command
      const made = await makeBackup({ environment, target: folder, since, blobs: stores.reader, clock: systemClock })
      return describeMade(folder, made)
    }
    const source = { environment, source: folder }
    if (command.kind === 'restore') {
      const { files, madeAt, faulty } = await stores.withStore((blobs) => restoreBackup({ ...source, blobs }))
      const count = Object.keys(files).length
      const line = `Recuperado el respaldo del ${madeAt}: ${count} archivos comprobados.`
      return { line, event: { event: 'backup-restored', folder, files: count, made: madeAt }, faulty }
    }
    const { document } = command
    const { restored, faulty } = await stores.withStore((files) =>
      restoreMissing({ ...source, blobs: withPrefixes(files, stores.find), document }),
    )
    const event = 'files-restored'
    return {
      line: `Recuperados ${restored} archivos que faltaban o estaban dañados.`,
      event: { event, folder, files: restored, faulty: faulty.length, documents: documentsOf(faulty) },
      faulty,
    }
  } finally {
    await stores.close()
  }
}

const failureEvent = {
  backup: 'backup-failed',
  verify: 'backup-failed',
  restore: 'restore-failed',
  'restore-missing': 'restore-failed',
} as const

const lineOf = ({ path, fault, documents }: FaultyFile): string => {
  const about = documents.length === 0 ? '' : ` (documento ${documents.join(', ')})`
  return `${fault === 'damaged' ? 'Dañado' : 'Falta'}: ${path}${about}\n`
}

const command = parseBackupCommand(process.argv.slice(2))
if (command === undefined) {
  process.stderr.write(BACKUP_USAGE)
  process.exit(WRONG_USAGE)
}
const adminLog = commandAdminLog()
const temporary = await mkdtemp(join(tmpdir(), 'trazo-respaldo-'))
try {
  const { line, event, faulty } =
    command.kind === 'verify' ? await verify(resolve(command.folder)) : await run(command, temporary)
  process.stdout.write(`${line}\n`)
  for (const file of faulty) process.stderr.write(lineOf(file))
  adminLog.record(event)
  if (faulty.length > 0) process.exitCode = FAULTY
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  adminLog.record({ event: failureEvent[command.kind], folder: resolve(command.folder), reason })
  if (!(error instanceof BackupError || error instanceof EnvironmentError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = FAILED
} finally {
  await rm(temporary, { recursive: true })
}
