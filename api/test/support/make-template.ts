import { join } from 'node:path'
import { pino } from 'pino'
import { openServices } from '../../src/app/open-services.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { parseEnvironment } from '../../src/platform/environment/environment.ts'
import { TEST_START, TEST_URL } from './test-start.ts'

/** `node make-template.ts FOLDER`: empty database, new installation. */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder')
await (await openDatabase(join(folder, 'trazo.sqlite'))).destroy()
const services = await openServices({
  environment: parseEnvironment({ DATA_DIR: join(folder, 'installed'), PUBLIC_URL: TEST_URL, DEV_OUTBOX: '1' }),
  clock: () => TEST_START,
  every: () => () => undefined,
  random: () => 0.5,
  log: pino({ level: 'silent' }),
})
await services.close()
