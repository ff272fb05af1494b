import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBackup } from '../../operations/backup/make-backup.ts'
import { systemClock } from '../clock.ts'
import { openDatabase } from '../database/open-database.ts'
import { parseApiEnvironment } from '../environment/environment.ts'
import { folderTransport } from '../mail/folder-transport.ts'
import { makePrivateFolder } from './private-files.ts'

let folder: string
const umask = process.umask()
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trazo-private-'))
  // The most permissive umask.
  process.umask(0)
})
afterEach(async () => {
  process.umask(umask)
  await rm(folder, { recursive: true })
})

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

const modesIn = async (path: string) => {
  const found = { files: new Set<string>(), folders: new Set([await modeOf(path)]) }
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    (entry.isDirectory() ? found.folders : found.files).add(await modeOf(join(entry.parentPath, entry.name)))
  return { files: [...found.files], folders: [...found.folders] }
}

test('only the owner can read the database and the extra files of SQLite', async () => {
  const path = join(folder, 'trazo.sqlite')
  const db = await openDatabase(path)
  expect((await readdir(folder)).sort()).toEqual(['trazo.sqlite', 'trazo.sqlite-shm', 'trazo.sqlite-wal'])
  expect((await modesIn(folder)).files).toEqual(['600'])
  await db.destroy()
})

test('opening the database or folder restricts permissions that were too wide', async () => {
  const path = join(folder, 'trazo.sqlite')
  const first = await openDatabase(path)
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644)
  const second = await openDatabase(path)
  expect((await modesIn(folder)).files).toEqual(['600'])
  await second.destroy()
  await first.destroy()
  await chmod(folder, 0o755)
  await makePrivateFolder(folder)
  expect(await modeOf(folder)).toBe('700')
})

test('only the owner can open the mail folder', async () => {
  const outbox = join(folder, 'outbox')
  await folderTransport(outbox, { from: { name: 'Trazo', address: 'trazo@example.com' } })
  expect(await modeOf(outbox)).toBe('700')
})

test('only the owner can read a backup and the keys in the backup', async () => {
  const environment = parseApiEnvironment({ DATA_DIR: folder })
  const db = await openDatabase(join(folder, 'trazo.sqlite'))
  await makePrivateFolder(environment.keysDir)
  await writeFile(join(environment.keysDir, 'key'), 'secret', { mode: 0o644 })
  const target = join(folder, 'backup')
  await makeBackup({ environment, target, blobs: { read: async () => new Uint8Array() }, clock: systemClock })
  expect(await modesIn(target)).toEqual({ files: ['600'], folders: ['700'] })
  await db.destroy()
})
