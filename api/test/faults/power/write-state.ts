import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { demand } from '../violation.ts'
import type { DiskState } from './disk-state.ts'

export const writeState = async (folder: string, state: DiskState): Promise<void> => {
  for (const [path, bytes] of state) {
    const full = join(folder, path)
    await mkdir(bytes === 'folder' ? full : dirname(full), { recursive: true, mode: 0o700 })
    if (bytes !== 'folder') await writeFile(full, bytes, { mode: 0o600 })
  }
}

/** Shows that the recording has missed nothing. @throws Violation if the folder holds other files */
export const demandState = async (folder: string, state: DiskState): Promise<void> => {
  const there = new Set<string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    there.add(name)
    const bytes = state.get(name)
    const isSame =
      bytes !== undefined && (bytes === 'folder' ? entry.isDirectory() : (await readFile(path)).equals(bytes))
    demand(isSame, `${name} is not as it was recorded`)
  }
  for (const name of state.keys()) demand(there.has(name), `${name} was recorded and is not there`)
}
