import { createHash } from 'node:crypto'
import type { Registry, Release, RemoteEntry, RemoteName } from 'shared/contract'
import { isBuiltIn, isSigningPath, matchesPath, mounts } from 'shared/contract'
import { addedMounts, mountBelow } from 'shared/contract/added-mounts'
import { escapeHtml } from 'shared/server'
import * as v from 'valibot'
import { readReleaseContract } from '../registry/release-contract.ts'
import { isPreviewManifest, placeOfRelease, type ReleasePlace } from '../registry/release-place.ts'
import { type FolderPath, readBelow } from '../release-files/open-below.ts'

const PrerenderRecord = v.object({
  script: v.string(),
  modules: v.array(v.string()),
  files: v.array(v.string()),
  /** Absent in older releases: then `files` are for every page. */
  container: v.optional(v.array(v.string())),
  routes: v.optional(v.record(v.string(), v.array(v.string())), {}),
  pages: v.optional(v.array(v.string()), []),
  /** Absent in older releases. */
  integrity: v.optional(v.record(v.string(), v.string()), {}),
})

type PrerenderParts = Omit<v.InferOutput<typeof PrerenderRecord>, 'container' | 'routes' | 'pages'>

/** Other pages of the remote preload their own files. */
const partsFor = (
  path: string,
  { container, routes, pages, ...record }: v.InferOutput<typeof PrerenderRecord>,
): PrerenderParts =>
  container === undefined || pages.some((page) => matchesPath(page, path))
    ? record
    : { ...record, script: '', modules: [], files: [...container, ...(routes[path] ?? [])] }

/**
 * The shell and the prerender script come first. Browsers reuse a preload
 * only if the integrity attributes match.
 */
const preload = (address: string, integrity?: string): string => {
  const check = integrity ? ` integrity="${escapeHtml(integrity)}"` : ''
  const href = `fetchpriority="low" href="${escapeHtml(address)}"${check}`
  if (address.endsWith('.css')) return `<link rel="preload" as="style" ${href}>`
  if (address.endsWith('.js')) return `<link rel="preload" as="script" ${href}>`
  return `<link rel="preload" as="fetch" crossorigin ${href}>`
}

/** Escapes `<`, because `</script>` ends the element anywhere. */
const dataElement = (attributes: string, json: string): string =>
  `<script type="application/json" ${attributes}>${json.replaceAll('<', '\\u003c')}</script>`

const isNamed = (id: string, { active, fallback, canary }: RemoteEntry): boolean =>
  id === active || id === fallback || id === canary?.release

/** Others are for people who switch releases. */
const withoutKept = (entry: RemoteEntry): RemoteEntry => ({
  ...entry,
  releases: Object.fromEntries(Object.entries(entry.releases).filter(([id]) => isNamed(id, entry))),
})

/**
 * Saves one request: releases of the remotes that the address needs, mounts
 * of the other added ones. The rest is at `/registry.json`.
 */
const registryElement = (registry: Registry | undefined, needed: readonly string[]): string => {
  if (registry === undefined) return ''
  const parts = Object.entries(registry.remotes).flatMap(([name, entry]): [string, object][] => {
    if (!entry) return []
    if (needed.includes(name)) return [[name, withoutKept(entry)]]
    return isBuiltIn(name) || entry.mounts === undefined ? [] : [[name, { mounts: entry.mounts }]]
  })
  return dataElement('id="trazo-registry"', JSON.stringify({ ...registry, remotes: Object.fromEntries(parts) }))
}

const MANIFEST = 'mf-manifest.json'
/** All that the shell's loader reads. Older manifests have no hash. */
const Manifest = v.object({
  metaData: v.object({ remoteEntry: v.object({ name: v.string(), integrity: v.optional(v.string()) }) }),
})

const forPage = (manifest: string): string => JSON.stringify(v.parse(Manifest, JSON.parse(manifest)))

const manifestOf = async (folder: FolderPath, { integrity }: Release): Promise<string | undefined> => {
  const text = await readBelow(folder, MANIFEST)
  if (text === undefined) return undefined
  const digest = createHash('sha384').update(text).digest('base64')
  return `sha384-${digest}` === integrity ? forPage(text.toString('utf8')) : undefined
}

interface Mounted {
  readonly name: RemoteName
  readonly path: string
}

const elementsOf = async ({ folder, address }: ReleasePlace, path: string, release: Release): Promise<string> => {
  const prerender = await readBelow(folder, 'prerender.json')
  const record = partsFor(path, v.parse(PrerenderRecord, JSON.parse(prerender?.toString('utf8') ?? '')))
  const manifest = await manifestOf(folder, release)
  const data = manifest === undefined ? '' : dataElement(`data-manifest="${escapeHtml(release.manifest)}"`, manifest)
  const files = record.files.filter((file) => file !== MANIFEST || manifest === undefined)
  const script = record.script === '' ? '' : `<script>${record.script}</script>`
  const modules = record.modules.map(
    (module) => `<link rel="modulepreload" fetchpriority="high" href="${escapeHtml(module)}">`,
  )
  return [script, data, ...modules, ...files.map((file) => preload(`${address}/${file}`, record.integrity[file]))].join(
    '',
  )
}

interface PageParts {
  readonly elements: string
  /** Remotes whose slots the release shows. */
  readonly uses: readonly string[]
}

const pageOf = async (dataDir: string, { name, path }: Mounted, id: string, release: Release): Promise<PageParts> => {
  const place = placeOfRelease(dataDir, name, id, release.manifest)
  const elements = await elementsOf(place, path, release).catch(() => '')
  const { uses = {} } = await readReleaseContract(place.folder).catch(() => ({ uses: {} }))
  return { elements, uses: Object.keys(uses).flatMap((slot) => slot.split('/', 1)) }
}

const mountFor = (pathname: string, registry: Registry | undefined) => {
  const builtIn = mounts.find(({ path }) => matchesPath(path, pathname))
  const added = mountBelow(addedMounts(registry?.remotes ?? {}), pathname)
  return builtIn ?? (added && { path: added.prefix, remote: added.remote })
}

/** A guest's page loads the code of one remote alone, and is the same whatever remotes are added. */
export const admittedRegistry = (pathname: string, registry: Registry | undefined): Registry | undefined => {
  if (registry === undefined || !isSigningPath(pathname)) return registry
  const own = mountFor(pathname, undefined)?.remote
  const entry = own && registry.remotes[own]
  return { ...registry, remotes: own && entry ? { [own]: entry } : {} }
}

/**
 * All tabs get the active release: only the browser knows its
 * canary.
 */
export const createPageElements = (
  dataDir: string,
): ((pathname: string, registry: Registry | undefined) => Promise<string>) => {
  // Releases are immutable.
  const known = new Map<string, Promise<PageParts>>()
  return async (pathname, registry) => {
    const mount = mountFor(pathname, registry)
    const entry = mount && registry?.remotes[mount.remote]
    const release = entry?.releases[entry.active]
    if (!mount || !entry || !release) return registryElement(registry, [])
    const { path, remote: name } = mount
    // The site has no files of a release elsewhere.
    if (URL.canParse(release.manifest)) return registryElement(registry, [name])
    const key = `${path} ${entry.active}/${release.integrity}`
    const page = known.get(key) ?? pageOf(dataDir, { name, path }, entry.active, release)
    // Previews come and go.
    if (!isPreviewManifest(release.manifest)) known.set(key, page)
    const { uses, elements } = await page
    return registryElement(registry, [name, ...uses]) + elements
  }
}
