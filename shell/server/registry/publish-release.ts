import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFolder, readBuildRecord } from 'shared/build/record'
import { type Registry, remoteNames } from 'shared/contract'
import * as v from 'valibot'
import { activateRelease, emptyRegistry } from './activate-release.ts'
import { readRegistry, releasesFolder, writeRegistry } from './registry-file.ts'

/** The remote in `root` has no usable build. */
export class NotBuiltError extends Error {
  override readonly name = 'NotBuiltError'
}

const BuiltRemote = v.object({
  name: v.picklist(remoteNames),
  release: v.string(),
  shared: v.string(),
  integrity: v.string(),
})

/** Copies a build to its final place. The folder appears whole or not at all, and is never written again. */
const copyRelease = async (source: string, target: string): Promise<void> => {
  if (existsSync(target)) return
  const unfinished = `${target}.${process.pid}.unfinished`
  await mkdir(join(target, '..'), { recursive: true })
  try {
    await cp(source, unfinished, { recursive: true })
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/**
 * Copies what the remote in `root` (its package folder) last built into the data folder.
 *
 * @returns how the registry names it
 * @throws NotBuiltError
 */
const copyBuild = async (dataDir: string, root: string) => {
  const built = v.safeParse(BuiltRemote, readBuildRecord(root))
  if (!built.success) throw new NotBuiltError(`${root} has no build: run its build.ts first`)
  const { name, release: id, shared, integrity } = built.output
  await copyRelease(buildFolder(root, id), join(releasesFolder(dataDir), name, id))
  return { name, id, release: { manifest: `/r/${name}/${id}/mf-manifest.json`, integrity, shared } }
}

/**
 * Makes what each remote last built live, in one switch of the registry. Publishing what is already live changes
 * nothing.
 *
 * @throws NotBuiltError before anything is switched
 */
export const publishReleases = async (dataDir: string, roots: readonly string[]): Promise<Registry> => {
  const activations = []
  for (const root of roots) activations.push(await copyBuild(dataDir, root))
  const before = await readRegistry(dataDir)
  const after = activations.reduce(activateRelease, before ?? emptyRegistry)
  if (JSON.stringify(after) !== JSON.stringify(before)) await writeRegistry(dataDir, after)
  return after
}
