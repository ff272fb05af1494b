import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { init, satisfy } from '@module-federation/enhanced/runtime'
import type { Release, RemoteName } from 'shared/contract'
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
  load(name: RemoteName, release: Release): Promise<unknown>
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
}

/** The manifest as the site server wrote it into the page, after checking its integrity. */
const manifestOfPage = (url: string): Response | undefined => {
  const elements = [...document.querySelectorAll<HTMLElement>('script[data-manifest]')]
  const element = elements.find(({ dataset }) => absolute(dataset.manifest ?? '') === url)
  return element && new Response(element.textContent, { headers: { 'content-type': 'application/json' } })
}

/**
 * What the runtime leaves open: time limits on manifest and remoteEntry, integrity of the manifest, and fresh files on
 * further attempts. A script's own integrity belongs where the element is made.
 */
export const resourcePlugin = (attempts: Attempts, timeoutMs: number): ModuleFederationRuntimePlugin => ({
  name: 'trazo-resources',
  async fetch(url, _init, remote) {
    const first = attempts.countOf(remote?.name) === 1
    const ofPage = first ? manifestOfPage(url) : undefined
    if (ofPage) return ofPage
    const integrity = attempts.integrityOf(url)
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      cache: first ? 'default' : 'no-store',
      ...(integrity ? { integrity } : {}),
    })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    return answer
  },
  createScript({ url, remoteInfo }) {
    const count = attempts.countOf(remoteInfo?.name)
    const script = document.createElement('script')
    script.src = count > 1 ? `${url}?attempt=${count}` : url
    script.async = true
    script.fetchPriority = 'high'
    return { script, timeout: timeoutMs }
  },
})

/** Joins the container that webpack made for the shell; no remote is known until it is asked for. */
export const createFederation = (): Federation => {
  const integrities = new Map<string, string>()
  const counts = new Map<string, number>()
  const attempts: Attempts = {
    integrityOf: (url) => integrities.get(url),
    countOf: (remote) => counts.get(remote ?? '') ?? 1,
  }
  const host = init({ name: HOST, remotes: [], plugins: [resourcePlugin(attempts, RESOURCE_TIMEOUT_MS)] })
  return {
    sharedVersion: () => host.options.shared[SHARED_PROBE]?.[0]?.version,
    load(name, release) {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      const entry = absolute(release.manifest)
      integrities.set(entry, release.integrity)
      host.registerRemotes([{ name, entry }], { force: count > 1 })
      return host.loadRemote(`${name}/app`)
    },
  }
}
