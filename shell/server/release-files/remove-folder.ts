import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { ReleaseIdSchema } from 'shared/contract'
import { renameDurably, syncPath } from 'shared/server'
import * as v from 'valibot'
import { UNFINISHED_SUFFIX } from './copy-folder.ts'

/** Empty without the folder. */
export const keptIds = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((id) => v.is(ReleaseIdSchema, id) && !id.endsWith(UNFINISHED_SUFFIX))

export const RETENTION_DAY_MS = 24 * 60 * 60 * 1000
/** For open tabs. */
const KEPT_DAYS = 30

export const isOverdue = (lastUsed: Date, now: Date): boolean =>
  now.getTime() - lastUsed.getTime() >= KEPT_DAYS * RETENTION_DAY_MS

/** Stored: a release that was dropped today must not seem old after a power failure. */
export const dateFolder = async (folder: string, date: Date): Promise<void> => {
  await utimes(folder, date, date)
  await syncPath(folder)
}

/** Renaming first makes the deletion atomic for clients, and after a power failure. */
export const removeFolder = async (folder: string): Promise<void> => {
  await renameDurably(folder, `${folder}${UNFINISHED_SUFFIX}`)
  await rm(`${folder}${UNFINISHED_SUFFIX}`, { recursive: true, force: true })
}

/** Left by a killed process; copying never takes a day. */
export const removeUnfinished = async (folder: string, now: Date): Promise<void> => {
  const left = (await readdir(folder).catch(() => [])).filter((entry) => entry.endsWith(UNFINISHED_SUFFIX))
  for (const entry of left) {
    const { mtimeMs } = await stat(join(folder, entry))
    if (now.getTime() - mtimeMs > RETENTION_DAY_MS) await rm(join(folder, entry), { recursive: true, force: true })
  }
}
