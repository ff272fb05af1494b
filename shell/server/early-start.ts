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
  const { metaData: whole } = v.parse(Manifest, JSON.parse(manifest))
  const { types: _types, type: _type, pluginVersion: _plugin, ...metaData } = whole
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

/** Longest time that the shell waits for what a remote's first script needs, in milliseconds. */
const HELD_MS = 1000

/** Runs at the end of the page. What a template holds is fetched only once it stands in the document. */
const RELEASE = `{
const held = document.currentScript.previousElementSibling
const release = () => {
if (!held.isConnected) return
held.remove()
const parts = document.importNode(held.content, true)
for (const script of parts.querySelectorAll('script')) script.async = false
document.head.append(parts)
}
setTimeout(release, ${HELD_MS})
Promise.resolve(window.trazoArrived).then(release, release)
}`

const SHELL_PARTS = /<script defer[^>]*><\/script>|<link rel="preload"[^>]*>/g

/**
 * A page with a remote's own first script (`elements`) fetches what that script needs, and then the rest: the shell, and
 * the files of the remote. Where all were asked for at once, each waited for the line and the processor with the others,
 * and the first picture came last.
 */
export const holdShell = (html: string, elements: string): { readonly html: string; readonly elements: string } => {
  if (!elements.includes('<script>')) return { html, elements }
  const parts = [...html.matchAll(SHELL_PARTS), ...elements.matchAll(SHELL_PARTS)].map(([part]) => part)
  const held = `<template>${parts.join('')}</template><script>${RELEASE}</script></body>`
  return {
    html: html.replaceAll(SHELL_PARTS, '').replace('</body>', () => held),
    elements: elements.replaceAll(SHELL_PARTS, ''),
  }
}
