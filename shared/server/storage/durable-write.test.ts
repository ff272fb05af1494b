/** @jest-environment node */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolderDurably, openFolders, syncTree } from './durable-write.ts'

/* `api/test/faults/power` shows that nothing is lost; here, how often the disk is asked. */

let folder: string
let syncs: jest.SpyInstance<Promise<void>, []>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-durable-'))
  const handle = await open(folder, 'r')
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  syncs = jest.spyOn(prototype, 'sync')
})
afterEach(() => {
  syncs.mockRestore()
  rmSync(folder, { recursive: true })
})

test('each folder that is made is stored in the one above it; one that exists is left alone', async () => {
  const path = join(folder, 'a', 'b', 'c')
  await makeFolderDurably(path, 0o700)
  expect(syncs).toHaveBeenCalledTimes(3)
  await makeFolderDurably(path, 0o700)
  expect(syncs).toHaveBeenCalledTimes(3)
})

test('the name of a folder that another call or process has made is stored too, once', async () => {
  mkdirSync(join(folder, 'ab'))
  const makeFolder = openFolders(folder)
  await makeFolder(join(folder, 'ab'))
  expect(syncs).toHaveBeenCalledTimes(1)
  await makeFolder(join(folder, 'ab'))
  expect(syncs).toHaveBeenCalledTimes(1)
})

test('a folder whose name could not be stored is stored the next time, and one that was removed is made again', async () => {
  const makeFolder = openFolders(folder)
  syncs.mockRejectedValueOnce(new Error('made to fail'))
  await expect(makeFolder(join(folder, 'ab'))).rejects.toThrow('made to fail')
  await makeFolder(join(folder, 'ab'))
  expect(syncs).toHaveBeenCalledTimes(2)
  rmSync(join(folder, 'ab'), { recursive: true })
  await makeFolder(join(folder, 'ab'))
  expect(syncs).toHaveBeenCalledTimes(3)
  expect(readdirSync(folder)).toEqual(['ab'])
})

test('a tree is stored with all of its files and folders', async () => {
  mkdirSync(join(folder, 'keys', 'platform'), { recursive: true })
  writeFileSync(join(folder, 'keys', 'platform', 'root.key'), 'x')
  await syncTree(folder)
  expect(syncs).toHaveBeenCalledTimes(4)
})
