import { join } from 'node:path'
import { pino } from 'pino'
import { openServices } from '../../src/app/open-services.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { parseApiEnvironment } from '../../src/platform/environment/environment.ts'
import { TEST_START, TEST_URL } from './test-start.ts'
import { createDatabase, onPostgres, openNamed } from './test-store.ts'

/** An empty database in the folder, next to a new installation. */
const makeFolder = async (folder: string): Promise<void> => {
  await (await openDatabase(join(folder, 'trazo.sqlite'))).destroy()
  const services = await openServices({
    environment: parseApiEnvironment({ DATA_DIR: join(folder, 'installed'), PUBLIC_URL: TEST_URL, DEV_OUTBOX: '1' }),
    clock: () => TEST_START,
    every: () => () => undefined,
    random: () => 0.5,
    log: pino({ level: 'silent' }),
  })
  await services.close()
}

const makeDatabase = async (name: string): Promise<void> => {
  await createDatabase(name)
  await (await openNamed(name)).destroy()
}

/** `node make-template.ts NAME`: a folder, or a database of PostgreSQL. */
const [name] = process.argv.slice(2)
if (name === undefined) throw new Error('name the template')
await (onPostgres ? makeDatabase : makeFolder)(name)
