import { getInstance, satisfy } from '@module-federation/enhanced/runtime'
import type { Release, RemoteName } from '../../contract/index.ts'
import { RESOURCE_TIMEOUT_MS } from './constants.ts'
import { appOf, remoteEntryFile, runScript, takeContainer } from './container.ts'
import { copyScope } from './share-scope.ts'

/** Its version counts as that of `shared`. */
const SHARED_PROBE = 'shared/contract'

export type RemoteFederation = ReturnType<typeof createFederation>

export const fitsRange = (version: string, range: string): boolean => satisfy(version, range)

/** Releases with their own runtime take up an instance of their name. */
const forgetInstances = (name: string): void => {
  const { __INSTANCES__: instances } = globalThis.__FEDERATION__
  for (const old of instances.filter((instance) => instance.name === name)) instances.splice(instances.indexOf(old), 1)
}

/** @param site origin that serves the registry */
export const createFederation = (site: string) => {
  const counts = new Map<string, number>()
  const host = getInstance()
  if (!host) throw new Error('this page was built without module federation')
  // Before a remote's code could change it.
  const provided = copyScope(host.shareScopeMap.default ?? {})
  return {
    sharedVersion: (): string | undefined => host.options.shared[SHARED_PROBE]?.[0]?.version,
    /** A repeated call bypasses the HTTP cache. */
    async load(
      name: RemoteName,
      { manifest, integrity }: Pick<Release, 'manifest'> & Partial<Release>,
    ): Promise<unknown> {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      const attempt = { count, timeoutMs: RESOURCE_TIMEOUT_MS }
      const entry = await remoteEntryFile({ url: new URL(manifest, site).href, integrity }, attempt)
      forgetInstances(name)
      await runScript(entry, attempt)
      return appOf(takeContainer(name), provided, integrity === undefined)
    },
  }
}
