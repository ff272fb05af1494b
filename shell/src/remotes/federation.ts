import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { init, satisfy } from '@module-federation/enhanced/runtime'
import type { Release, RemoteName } from 'shared/contract'
import * as v from 'valibot'
import { RESOURCE_TIMEOUT_MS } from './constants.ts'

/** The shell's container has this name in the build, too. */
const HOST = 'shell'
/** A module of ours that every remote uses; its version is the version of `shared` on this page. */
const SHARED_PROBE = 'shared/contract'

/** The few calls of the federation runtime that the loader needs. */
export interface Federation {
  /** Version of `shared` that the shell provides. */
  sharedVersion(): string | undefined
  /**
   * Loads `./app` of one release. A further call for the same remote forgets everything that is known of it (a broken
   * manifest, another release) and goes past the browser's cache, where a hanging request would block its successor.
   */
  load(name: RemoteName, release: Pick<Release, 'manifest'> & Partial<Release>): Promise<unknown>
}

/** True when `version` lies in the semver `range`. */
export const fits = (version: string, range: string): boolean => satisfy(version, range)

const absolute = (address: string): string => new URL(address, window.location.origin).href

/** What the plugin has to know about the attempt that a file belongs to. */
export interface Attempts {
  /** Integrity of a manifest, by its absolute address. */
  integrityOf(url: string): string | undefined
  /** How often this remote was asked for, from 1. */
  countOf(remote: string | undefined): number
  /** The hash of each remote's entry, as its checked manifest says. */
  readonly entries: Map<string, string>
}

/** The manifest as the site server wrote it into the page, after checking its integrity. */
const manifestOfPage = (url: string): Response | undefined => {
  const elements = [...document.querySelectorAll<HTMLElement>('script[data-manifest]')]
  const element = elements.find(({ dataset }) => absolute(dataset.manifest ?? '') === url)
  return element && new Response(element.textContent, { headers: { 'content-type': 'application/json' } })
}

const ManifestSchema = v.object({
  metaData: v.object({ remoteEntry: v.object({ integrity: v.optional(v.string(), '') }) }),
})

/** Remembers what the manifest says of its entry; one without a hash is from before there were any. */
const noteEntry = async (entries: Attempts['entries'], remote: string | undefined, manifest: Response) => {
  const { metaData } = v.parse(ManifestSchema, await manifest.clone().json())
  if (remote) entries.set(remote, metaData.remoteEntry.integrity)
  return manifest
}

/**
 * What the runtime leaves open: time limits on manifest and remoteEntry, integrity of both, and fresh files on further
 * attempts. The chunks are checked by remoteEntry itself (shared/build/chunk-integrity.ts).
 */
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
    // The hash of a file of another origin is checked only where that origin lets its files be read.
    if (!script.src.startsWith(`${window.location.origin}/`)) script.crossOrigin = 'anonymous'
    script.async = true
    script.fetchPriority = 'high'
    return { script, timeout: timeoutMs }
  },
})

/** By scope, name and version; `from` is whom the runtime takes a module for. */
type ShareScopes = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, { from: string }>>>>>>

/**
 * A shared module that the shell provides and has not loaded itself counts as that of the remote that was first to load
 * it. With that remote the runtime would forget it, and no further release could have it.
 */
export const keepShared = (scopes: ShareScopes): void => {
  for (const modules of Object.values(scopes))
    for (const versions of Object.values(modules)) for (const shared of Object.values(versions)) shared.from = HOST
}

/** Joins the container that webpack made for the shell; no remote is known until it is asked for. */
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
