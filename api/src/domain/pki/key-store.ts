import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissingFile, makeFolderDurably, renameDurably, syncPath } from 'shared/server'

/**
 * Atomic: written to a temporary directory and
 * renamed. The next start removes leftovers.
 */
export type FileSet = Readonly<Record<string, string>>

/** A leftover of a process that died while it wrote; never read. */
const UNFINISHED = '.unfinished-'

/** Undefined if missing. @throws if incomplete */
export async function readFileSet<Name extends string>(
  directory: string,
  set: string,
  names: readonly Name[],
): Promise<Record<Name, string> | undefined> {
  await removeUnfinished(directory)
  const present = await namesIn(join(directory, set))
  if (present === undefined) return undefined
  const entries = names.map(async (name) => [name, await readFile(join(directory, set, name), 'utf8')] as const)
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, string>
}

/** Atomic. Directories have mode 700, files 600. */
export async function writeFileSet(directory: string, set: string, files: FileSet): Promise<void> {
  await makeFolderDurably(directory, 0o700)
  const unfinished = join(directory, `${UNFINISHED}${randomUUID()}`)
  await mkdir(unfinished, { mode: 0o700 })
  for (const [name, text] of Object.entries(files))
    await writeFile(join(unfinished, name), text, { mode: 0o600, flag: 'wx', flush: true })
  await syncPath(unfinished)
  await renameDurably(unfinished, join(directory, set))
}

async function removeUnfinished(directory: string): Promise<void> {
  const names = (await namesIn(directory)) ?? []
  for (const name of names.filter((candidate) => candidate.startsWith(UNFINISHED))) {
    await rm(join(directory, name), { recursive: true })
  }
}

const namesIn = (directory: string): Promise<string[] | undefined> =>
  readdir(directory).catch((error: unknown) => {
    if (isMissingFile(error)) return undefined
    throw error
  })
