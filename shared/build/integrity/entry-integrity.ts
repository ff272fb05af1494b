import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { chunkIntegrity } from './chunk-integrity.ts'

const WithAssets = v.looseObject({ assets: v.unknown() })

const Manifest = v.looseObject({
  metaData: v.looseObject({ remoteEntry: v.looseObject({ name: v.string() }) }),
  shared: v.array(WithAssets),
  exposes: v.array(WithAssets),
})

/**
 * The runtime would preload without hashes; elements with hashes cannot
 * use that.
 */
const NO_ASSETS = { js: { async: [], sync: [] }, css: { async: [], sync: [] } }

/**
 * Chain of trust: registry, manifest, remoteEntry, chunks.
 * @throws when the manifest does not name its entry
 */
export const vouchForEntry = async (folder: string, manifestFile: string): Promise<void> => {
  const path = join(folder, manifestFile)
  const manifest = v.parse(Manifest, JSON.parse(await readFile(path, 'utf8')))
  const { remoteEntry } = manifest.metaData
  const integrity = chunkIntegrity(await readFile(join(folder, remoteEntry.name)))
  const bare = (items: v.InferOutput<typeof Manifest>['shared']) =>
    items.map((item) => ({ ...item, assets: NO_ASSETS }))
  const checked = {
    ...manifest,
    metaData: { ...manifest.metaData, remoteEntry: { ...remoteEntry, integrity } },
    shared: bare(manifest.shared),
    exposes: bare(manifest.exposes),
  }
  await writeFile(path, JSON.stringify(checked))
}

/** File → hash, for scripts and styles. */
export const hashesOf = async (folder: string, files: readonly string[]): Promise<Record<string, string>> => {
  const elements = files.filter((file) => /\.(js|css)$/.test(file))
  const hashes = elements.map(async (file) => [file, chunkIntegrity(await readFile(join(folder, file)))] as const)
  return Object.fromEntries(await Promise.all(hashes))
}
