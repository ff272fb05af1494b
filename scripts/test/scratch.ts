import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { inWorkspace } from '../workspace.ts'

/** Linux keeps what is in here in memory. */
const MEMORY = '/dev/shm'
/** Bytes that have to be free there for the data of the tests. */
const ROOM = 4 * 1024 ** 3

const hasRoom = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}

/**
 * Variables for a runner whose tests start servers. Temporary files are in memory where it has room: a server waits
 * for the disk with each commit. Compiled modules are kept between runs.
 */
const variablesIn = (folder: string): Readonly<Record<string, string>> => {
  const NODE_COMPILE_CACHE = inWorkspace('.build', 'test', 'compile-cache')
  mkdirSync(NODE_COMPILE_CACHE, { recursive: true })
  return { NODE_COMPILE_CACHE, ...(folder === '' ? {} : { TMPDIR: folder }) }
}

/**
 * Runs something with these variables, and removes its temporary files.
 *
 * @param memory the folder that is in memory
 */
export const withScratch = async <Result>(
  work: (variables: Readonly<Record<string, string>>) => Promise<Result>,
  memory = MEMORY,
): Promise<Result> => {
  const folder = hasRoom(memory) ? mkdtempSync(join(memory, 'trazo-')) : ''
  try {
    return await work(variablesIn(folder))
  } finally {
    if (folder !== '') rmSync(folder, { recursive: true, force: true })
  }
}
