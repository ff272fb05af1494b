import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RemoteName } from 'shared/contract'
import { mounts } from 'shared/contract'
import * as v from 'valibot'
import { readRegistry, releasesFolder } from './registry/registry-file.ts'

/** `early.json`, which the build writes into every release. */
const EarlyRecord = v.object({ script: v.string(), modules: v.array(v.string()), files: v.array(v.string()) })

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

const matches = (pattern: string, pathname: string): boolean => {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(pathname)]
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index])
}

const remoteAt = (pathname: string): RemoteName | undefined =>
  mounts.find(({ path }) => matches(path, pathname))?.remote

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Of low urgency: the shell's own files, and what the early script asks for, come first. */
const preload = (address: string): string => {
  const href = `fetchpriority="low" href="${attribute(address)}"`
  if (address.endsWith('.css')) return `<link rel="preload" as="style" ${href}>`
  if (address.endsWith('.js')) return `<link rel="preload" as="script" ${href}>`
  return `<link rel="preload" as="fetch" crossorigin ${href}>`
}

const elementsOf = async (dataDir: string, name: RemoteName, release: string): Promise<string> => {
  const record = v.parse(
    EarlyRecord,
    JSON.parse(await readFile(join(releasesFolder(dataDir), name, release, 'early.json'), 'utf8')),
  )
  const script = record.script === '' ? '' : `<script>${record.script}</script>`
  const modules = record.modules.map(
    (address) => `<link rel="modulepreload" fetchpriority="high" href="${attribute(address)}">`,
  )
  return [script, ...modules, ...record.files.map((file) => preload(`/r/${name}/${release}/${file}`))].join('')
}

/**
 * Answers what the page at an address may have in its head so that its remote is there sooner: links that fetch what
 * would otherwise be asked for one after the other, and the remote's own first script. A release without them, or one
 * that is not kept here, only comes later.
 */
export const createEarlyStarts = (dataDir: string): ((pathname: string) => Promise<string>) => {
  // A release never changes.
  const known = new Map<string, Promise<string>>()
  return async (pathname) => {
    const name = remoteAt(pathname)
    const entry = name && (await readRegistry(dataDir).catch(() => undefined))?.remotes[name]
    if (!name || !entry) return ''
    const key = `${name}/${entry.active}`
    const elements = known.get(key) ?? elementsOf(dataDir, name, entry.active).catch(() => '')
    known.set(key, elements)
    return elements
  }
}
