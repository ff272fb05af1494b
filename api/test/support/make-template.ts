import { openDatabase } from '../../src/platform/database/open-database.ts'
import { createDatabase, onPostgres, openNamed } from './test-store.ts'

/** `node make-template.ts NAME`: migrated, empty. */
const [name] = process.argv.slice(2)
if (name === undefined) throw new Error('name the template')
if (onPostgres) await createDatabase(name)
await (await (onPostgres ? openNamed(name) : openDatabase(name))).destroy()
