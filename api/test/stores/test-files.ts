import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../..', import.meta.url))

/** A test whose outcome depends on where data is kept: it opens a server, or what a server keeps data in. */
const TOUCHES_A_STORE = /support\/(?!stand-in)|openPostgres|openS3BlobStore/

/** Every test of the API that works on a database or a storage. */
export const wholeSet = (): string[] =>
  globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: FOLDER }).filter(
    (file) => !file.endsWith('.sqlite.test.ts') && TOUCHES_A_STORE.test(readFileSync(`${FOLDER}/${file}`, 'utf8')),
  )

/** What differs most between the two: chosen to end within two minutes. */
export const shortSet: readonly string[] = [
  'src/database/postgres.postgres.test.ts',
  'src/storage/s3-blob-store.postgres.test.ts',
  'src/http/shared-rate-limiter.postgres.test.ts',
  'src/files/find-documents.test.ts',
  'src/files/paging.test.ts',
  'src/accounts/routes.test.ts',
  'src/audit/append-event.test.ts',
  'src/live/events.test.ts',
  'test/two-processes.postgres.test.ts',
  'test/migrate-data.postgres.test.ts',
]
