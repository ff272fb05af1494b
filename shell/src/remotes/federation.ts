import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { init, satisfy } from '@module-federation/enhanced/runtime'
import type { Release, RemoteName } from 'shared/contract'
import * as v from 'valibot'
import { RESOURCE_TIMEOUT_MS } from './constants.ts'

/** Same name as in the build. */
const HOST = 'shell'
/** Its version counts as that of `shared`. */
const SHARED_PROBE = 'shared/contract'

export interface Federation {
  sharedVersion(): string | undefined
  /**
   * A repeated call discards the remote's state and bypasses the HTTP
   * cache: a pending request would block the new one.
   */
  load(name: RemoteName, release: Pick<Release, 'manifest'> & Partial<Release>): Promise<unknown>
}

export const fits = (version: string, range: string): boolean => satisfy(version, range)

const absolute = (address: string): string => new URL(address, window.location.origin).href

export interface Attempts {
  /** By the manifest's absolute URL. */
  integrityOf(url: string): string | undefined
  /** From 1. */
  countOf(remote: string | undefined): number
  /** Entry hashes from verified manifests. */
  readonly entries: Map<string, string>
}

/** The server has verified the embedded manifest. */
const manifestOfPage = (url: string): Response | undefined => {
  const elements = [...document.querySelectorAll<HTMLElement>('script[data-manifest]')]
  const element = elements.find(({ dataset }) => absolute(dataset.manifest ?? '') === url)
  return element && new Response(element.textContent, { headers: { 'content-type': 'application/json' } })
}

const ManifestSchema = v.object({
  metaData: v.object({ remoteEntry: v.object({ integrity: v.optional(v.string(), '') }) }),
})

/** Older manifests have no hash. */
const noteEntry = async (entries: Attempts['entries'], remote: string | undefined, manifest: Response) => {
  const { metaData } = v.parse(ManifestSchema, await manifest.clone().json())
  if (remote) entries.set(remote, metaData.remoteEntry.integrity)
  return manifest
}

/** remoteEntry checks the chunks (shared/build/integrity/chunk-integrity.ts). */
export const resourcePlugin = (attempts: Attempts, timeoutMs: number): ModuleFederationRuntimePlugin => ({
  name: 'trazo-resources',
  async fetch(url, _init, remote) {
    const first = attempts.countOf(remote?.name) === 1
    const ofPage = first ? manifestOfPage(url) : undefined
    if (ofPage) return noteEntry(attempts.entries, remote?.name, ofPage)
    const integrity = attempts.integrityOf(url)
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      cache: first ? 'default' : 'no-store',
      ...(integrity ? { integrity } : {}),
    })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    return noteEntry(attempts.entries, remote?.name, answer)
  },
  createScript({ url, remoteInfo }) {
    const count = attempts.countOf(remoteInfo?.name)
    const script = document.createElement('script')
    script.src = count > 1 ? `${url}?attempt=${count}` : url
    script.integrity = attempts.entries.get(remoteInfo?.name ?? '') ?? ''
    // Integrity checks across origins require CORS.
    if (!script.src.startsWith(`${window.location.origin}/`)) script.crossOrigin = 'anonymous'
    script.async = true
    script.fetchPriority = 'high'
    return { script, timeout: timeoutMs }
  },
})

/** `from` is the module's owner. */
type ShareScopes = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, { from: string }>>>>>>

/**
 * The shell must own shared modules: the runtime removes them with the
 * remote that loaded them first.
 */
export const keepShared = (scopes: ShareScopes): void => {
  for (const modules of Object.values(scopes))
    for (const versions of Object.values(modules)) for (const shared of Object.values(versions)) shared.from = HOST
}

/** Uses the container that webpack made for the shell. */
export const createFederation = (): Federation => {
  const integrities = new Map<string, string | undefined>()
  const counts = new Map<string, number>()
  const attempts: Attempts = {
    integrityOf: (url) => integrities.get(url),
    countOf: (remote) => counts.get(remote ?? '') ?? 1,
    entries: new Map(),
  }
  const host = init({ name: HOST, remotes: [], plugins: [resourcePlugin(attempts, RESOURCE_TIMEOUT_MS)] })
  return {
    sharedVersion: () => host.options.shared[SHARED_PROBE]?.[0]?.version,
    load(name, release) {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      const entry = absolute(release.manifest)
      integrities.set(entry, release.integrity)
      keepShared(host.shareScopeMap)
      host.registerRemotes([{ name, entry }], { force: count > 1 })
      return host.loadRemote(`${name}/app`)
    },
  }
}
