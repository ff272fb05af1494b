import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry, Release, RemoteName } from 'shared/contract'
import { mounts } from 'shared/contract'
import * as v from 'valibot'
import { readRegistry, releasesFolder } from '../registry/registry-file.ts'

const PrerenderRecord = v.object({
  script: v.string(),
  modules: v.array(v.string()),
  files: v.array(v.string()),
  /** Absent in older releases. */
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
 * The shell and the prerender script come first. Browsers reuse a preload
 * only if the integrity attributes match.
 */
const preload = (address: string, integrity?: string): string => {
  const check = integrity ? ` integrity="${attribute(integrity)}"` : ''
  const href = `fetchpriority="low" href="${attribute(address)}"${check}`
  if (address.endsWith('.css')) return `<link rel="preload" as="style" ${href}>`
  if (address.endsWith('.js')) return `<link rel="preload" as="script" ${href}>`
  return `<link rel="preload" as="fetch" crossorigin ${href}>`
}

/** Escapes `<`, because `</script>` ends the element anywhere. */
const dataElement = (attributes: string, json: string): string =>
  `<script type="application/json" ${attributes}>${json.replaceAll('<', '\\u003c')}</script>`

const FOR_TOOLS = new Set(['files', 'built'])

/** Saves one request. */
const registryElement = (registry: Registry | undefined): string =>
  registry === undefined
    ? ''
    : dataElement(
        'id="trazo-registry"',
        JSON.stringify(registry, (key, value: unknown) => (FOR_TOOLS.has(key) ? undefined : value)),
      )

const MANIFEST = 'mf-manifest.json'
const Manifest = v.object({ metaData: v.looseObject({}) })

const forPage = (manifest: string): string => {
  const { metaData: whole } = v.parse(Manifest, JSON.parse(manifest))
  const { types: _types, type: _type, pluginVersion: _plugin, ...metaData } = whole
  return JSON.stringify({ metaData, shared: [], exposes: [], remotes: [] })
}

/** Undefined if it does not match the registry's integrity. */
const manifestOf = async (folder: string, { integrity }: Release): Promise<string | undefined> => {
  const text = await readFile(join(folder, MANIFEST)).catch(() => undefined)
  if (text === undefined) return undefined
  const digest = createHash('sha384').update(text).digest('base64')
  return `sha384-${digest}` === integrity ? forPage(text.toString('utf8')) : undefined
}

const elementsOf = async (dataDir: string, name: RemoteName, id: string, release: Release): Promise<string> => {
  const folder = join(releasesFolder(dataDir), name, id)

  const record = v.parse(PrerenderRecord, JSON.parse(await readFile(join(folder, 'prerender.json'), 'utf8')))
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
 * Returns registry, manifest, preloads and prerender script. All tabs get
 * the active release: only the browser knows its canary.
 */
export const createPageElements = (dataDir: string): ((pathname: string) => Promise<string>) => {
  // Releases are immutable.
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
