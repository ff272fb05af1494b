import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../..', import.meta.url))

/** Such a file depends on the store. */
const WORKS_ON_A_STORE =
  /from '(?:\.{1,2}\/)+(?:test\/)?support\/(?!stand-in)|\b(?:openPostgres|openS3BlobStore|openDatabase|sqliteDialect|openBlobStore|DatabaseSync|runKills|recordInstallation)\b/

/** Reasons to skip the other stores. */
export const aboutOneStore: Readonly<Record<string, string>> = {
  'src/operations/backup/backup.sqlite.test.ts':
    'copies the file and the folder; test/backup.postgres.test.ts has the others',
  'src/platform/database/group-commit.sqlite.test.ts': 'PostgreSQL stores its commits itself',
  'src/platform/database/open-database.test.ts': 'pragmas, and how one connection takes turns',
  'src/operations/doctor/diagnose.sqlite.test.ts': 'damages the file, fills the disk, removes permissions',
  'src/operations/doctor/examine-jobs.sqlite.test.ts': 'opens the file next to the server, as the doctor does',
  'src/operations/doctor/examine-replica.sqlite.test.ts': 'opens the file next to the server, as the doctor does',
  'src/operations/doctor/examine-seal-log.sqlite.test.ts': 'alters rows of the file from outside, as an intruder would',
  'src/operations/doctor/examine-retention.sqlite.test.ts':
    'alters rows of the file from outside, as an intruder would',
  'src/domain/documents/query-plans.sqlite.test.ts':
    'plans in the words of SQLite; query-plans.postgres.test.ts has the others',
  'src/domain/reminders/reminder-plan.sqlite.test.ts':
    'a plan in the words of SQLite; PostgreSQL’s is among query-plans',
  'src/domain/inbox/inbox-plan.sqlite.test.ts': 'a plan in the words of SQLite; PostgreSQL’s is among query-plans',
  'src/platform/events/committed-events.sqlite.test.ts': 'reads within the same call, which no network connection can',
  'src/platform/storage/blob-store.test.ts': 'the folder itself; s3-blob-store.postgres.test.ts asks the same of S3',
  'src/platform/storage/private-files.sqlite.test.ts':
    'modes of the database file, its log and the folders around them',
  'test/background-kills.sqlite.test.ts': 'each kill needs a copy of one installation; the workers are the same',
  'test/faults/power/cuts.sqlite.test.ts': 'it cuts the power of files, and PostgreSQL stores its own',
  'test/fault-boundary.sqlite.test.ts': 'opens a SQLite file itself, with a wrapped driver',
  'test/idle-minute.sqlite.test.ts': 'counts the statements of the SQLite driver; the workers are the same',
  'test/infrastructure-failures/database-file.sqlite.test.ts': 'a file that another program locks, or that is gone',
  'test/infrastructure-failures/mounted-disk.sqlite.test.ts': 'a separate disk, with the file and the folder on it',
}

export const testFiles = (): { readonly onStores: readonly string[]; readonly others: readonly string[] } => {
  const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: FOLDER }).sort()
  const onStores = files.filter((file) => WORKS_ON_A_STORE.test(readFileSync(`${FOLDER}/${file}`, 'utf8')))
  return { onStores, others: files.filter((file) => !onStores.includes(file)) }
}

export const wholeSet = (): readonly string[] => testFiles().onStores.filter((file) => !(file in aboutOneStore))

const tellingMost: readonly string[] = [
  'src/domain/audit/append-event.test.ts',
  'src/domain/documents/find-documents.test.ts',
  'src/domain/documents/paging.test.ts',
  'src/platform/events/events.test.ts',
]

/** At most 90 s. */
export const shortSet = (): readonly string[] => [
  ...testFiles().onStores.filter((file) => file.endsWith('.postgres.test.ts')),
  ...tellingMost,
]
