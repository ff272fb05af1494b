import { openDatabase } from '../../src/platform/database/open-database.ts'

/** `node make-template.ts FILE`: a migrated, empty database. */
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('name the file')
await (await openDatabase(file)).destroy()
