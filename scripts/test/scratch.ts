import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

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
 * Runs something with a folder for temporary files that is in memory where there is room: a server waits for the disk
 * with each commit. Removes the folder afterwards.
 *
 * @param memory the folder that is in memory
 */
export const withScratch = async <Result>(
  work: (variables: Readonly<Record<string, string>>) => Promise<Result>,
  memory = MEMORY,
): Promise<Result> => {
  const folder = hasRoom(memory) ? mkdtempSync(join(memory, 'trazo-')) : ''
  try {
    return await work(folder === '' ? {} : { TMPDIR: folder })
  } finally {
    if (folder !== '') rmSync(folder, { recursive: true, force: true })
  }
}
