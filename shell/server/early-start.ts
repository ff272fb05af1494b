import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry, Release, RemoteName } from 'shared/contract'
import { mounts } from 'shared/contract'
import * as v from 'valibot'
import { readRegistry, releasesFolder } from './registry/registry-file.ts'

/** `early.json`, which the build writes into every release. */
const EarlyRecord = v.object({
  script: v.string(),
  modules: v.array(v.string()),
  files: v.array(v.string()),
  /** Absent in releases from before chunks had hashes. */
  integrity: v.optional(v.record(v.string(), v.string()), {}),
})

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

const matches = (pattern: string, pathname: string): boolean => {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(pathname)]
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index])
}

const remoteAt = (pathname: string): RemoteName | undefined =>
  mounts.find(({ path }) => matches(path, pathname))?.remote

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/**
 * Of low urgency: the shell's own files, and what the early script asks for, come first. An element with a hash only
 * takes what was fetched with the same one.
 */
const preload = (address: string, integrity?: string): string => {
  const check = integrity ? ` integrity="${attribute(integrity)}"` : ''
  const href = `fetchpriority="low" href="${attribute(address)}"${check}`
  if (address.endsWith('.css')) return `<link rel="preload" as="style" ${href}>`
  if (address.endsWith('.js')) return `<link rel="preload" as="script" ${href}>`
  return `<link rel="preload" as="fetch" crossorigin ${href}>`
}

/** JSON that a script of the page reads. In a page a script ends at these letters, whatever stands around them. */
const dataElement = (attributes: string, json: string): string =>
  `<script type="application/json" ${attributes}>${json.replaceAll('<', '\\u003c')}</script>`

/** What only the tools for releases read. */
const FOR_TOOLS = new Set(['files', 'built'])

/** The page's own copy of the registry: one request less before a remote can be asked for. */
const registryElement = (registry: Registry | undefined): string =>
  registry === undefined
    ? ''
    : dataElement(
        'id="trazo-registry"',
        JSON.stringify(registry, (key, value: unknown) => (FOR_TOOLS.has(key) ? undefined : value)),
      )

const MANIFEST = 'mf-manifest.json'
const Manifest = v.object({ metaData: v.looseObject({}) })

/** What the page needs of a manifest; the rest is for those who check a release. */
const forPage = (manifest: string): string => {
  const { types: _types, ...metaData } = v.parse(Manifest, JSON.parse(manifest)).metaData
  return JSON.stringify({ metaData, shared: [], exposes: [], remotes: [] })
}

/** The manifest of a release that is kept here, if it is still the one that the registry vouches for. */
const manifestOf = async (folder: string, { integrity }: Release): Promise<string | undefined> => {
  const text = await readFile(join(folder, MANIFEST)).catch(() => undefined)
  if (text === undefined) return undefined
  const digest = createHash('sha384').update(text).digest('base64')
  return `sha384-${digest}` === integrity ? forPage(text.toString('utf8')) : undefined
}

const elementsOf = async (dataDir: string, name: RemoteName, id: string, release: Release): Promise<string> => {
  const folder = join(releasesFolder(dataDir), name, id)

  const record = v.parse(EarlyRecord, JSON.parse(await readFile(join(folder, 'early.json'), 'utf8')))
  const manifest = await manifestOf(folder, release)
  const data = manifest === undefined ? '' : dataElement(`data-manifest="${attribute(release.manifest)}"`, manifest)
  const files = record.files.filter((file) => file !== MANIFEST || manifest === undefined)
  const script = record.script === '' ? '' : `<script>${record.script}</script>`
  const modules = record.modules.map(
    (address) => `<link rel="modulepreload" fetchpriority="high" href="${attribute(address)}">`,
  )
  return [
    script,
    data,
    ...modules,
    ...files.map((file) => preload(`/r/${name}/${id}/${file}`, record.integrity[file])),
  ].join('')
}

/**
 * Answers what the page at an address may have in its head so that its remote is there sooner: the registry and the
 * remote's manifest themselves, links that fetch what would otherwise be asked for one after the other, and the remote's
 * own first script. A release without them, or one that is not kept here, only comes later. They are the active release's
 * in every tab: which ones try another one out, only the browser knows, and those fetch a few files for nothing.
 */
export const createEarlyStarts = (dataDir: string): ((pathname: string) => Promise<string>) => {
  // A release never changes.
  const known = new Map<string, Promise<string>>()
  return async (pathname) => {
    const registry = await readRegistry(dataDir).catch(() => undefined)
    const name = remoteAt(pathname)
    const entry = name && registry?.remotes[name]
    const release = entry?.releases[entry.active]
    if (!name || !entry || !release) return registryElement(registry)
    const key = `${name}/${entry.active}/${release.integrity}`
    const elements = known.get(key) ?? elementsOf(dataDir, name, entry.active, release).catch(() => '')
    known.set(key, elements)
    return registryElement(registry) + (await elements)
  }
}
