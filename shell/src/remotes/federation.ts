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
  /** Loads `./app` of one release. `anew` forgets everything that is known of the remote, a broken manifest included. */
  load(name: RemoteName, release: Release, options: { readonly anew: boolean }): Promise<unknown>
}

/** True when `version` lies in the semver `range`. */
export const fits = (version: string, range: string): boolean => satisfy(version, range)

const absolute = (address: string): string => new URL(address, window.location.origin).href

/**
 * What the runtime leaves open: time limits on manifest and remoteEntry, and integrity of the manifest. A script's own
 * integrity belongs where the element is made.
 */
export const resourcePlugin = (
  integrityOf: (url: string) => string | undefined,
  timeoutMs: number,
): ModuleFederationRuntimePlugin => ({
  name: 'trazo-resources',
  async fetch(url: string) {
    const integrity = integrityOf(url)
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), ...(integrity ? { integrity } : {}) })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    return answer
  },
  createScript({ url }) {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.fetchPriority = 'high'
    return { script, timeout: timeoutMs }
  },
})

/** Joins the container that webpack made for the shell; no remote is known until it is asked for. */
export const createFederation = (): Federation => {
  const integrities = new Map<string, string>()
  const host = init({
    name: HOST,
    remotes: [],
    plugins: [resourcePlugin((url) => integrities.get(url), RESOURCE_TIMEOUT_MS)],
  })
  return {
    sharedVersion: () => host.options.shared[SHARED_PROBE]?.[0]?.version,
    load(name, release, { anew }) {
      const entry = absolute(release.manifest)
      integrities.set(entry, release.integrity)
      host.registerRemotes([{ name, entry }], { force: anew })
      return host.loadRemote(`${name}/app`)
    },
  }
}
