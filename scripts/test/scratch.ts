import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** In memory on Linux. */
const MEMORY = '/dev/shm'
/** Free bytes that tests need. */
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
 * Provides a temporary folder, in memory if there is room:
 * databases wait for the disk at each commit.
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
