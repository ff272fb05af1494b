import type { Release, RemoteName } from '../../contract/index.ts'
import { scopeOfPage } from '../../federation/page-scope.ts'
import { copyScope } from '../../federation/share-scope.ts'
import { RESOURCE_TIMEOUT_MS } from './constants.ts'
import { appOf, remoteEntryFile, runScript, takeContainer } from './container.ts'

/** Its version counts as that of `shared`. */
const SHARED_PROBE = 'shared/contract'

export type RemoteFederation = ReturnType<typeof createFederation>

interface WholeRuntime {
  readonly __INSTANCES__: { readonly name: string }[]
}

/** Releases with their own runtime take up an instance of their name. */
const forgetInstances = (name: string): void => {
  const { __FEDERATION__: whole }: { __FEDERATION__?: WholeRuntime } = globalThis
  const instances = whole?.__INSTANCES__ ?? []
  for (const old of instances.filter((instance) => instance.name === name)) instances.splice(instances.indexOf(old), 1)
}

/** @param site origin that serves the registry */
export const createFederation = (site: string) => {
  const counts = new Map<string, number>()
  const scope = scopeOfPage()
  if (!scope) throw new Error('this page was built without module federation')
  // Before a remote's code could change it.
  const provided = copyScope(scope)
  return {
    sharedVersion: (): string | undefined => Object.keys(provided[SHARED_PROBE] ?? {})[0],
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
