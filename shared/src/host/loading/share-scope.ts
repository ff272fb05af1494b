import type { getInstance } from '@module-federation/enhanced/runtime'

/** By module and version. */
export type ShareScope = NonNullable<ReturnType<typeof getInstance>>['shareScopeMap'][string]
type Provider = ShareScope[string][string]

const mapValues = <T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

const copyProvider = (provider: Provider): Provider => ({
  ...provider,
  scope: [...provider.scope],
  shareConfig: { ...provider.shareConfig },
  useIn: [],
  loading: null,
})

/** A container may change its copy; no other one sees that. */
export const copyScope = (scope: ShareScope): ShareScope =>
  mapValues(scope, (versions) => mapValues(versions, copyProvider))

export const replacedIn = (copy: ShareScope, scope: ShareScope): string | undefined =>
  Object.keys(scope).find((module) => {
    const [own = {}, given = {}] = [scope[module], copy[module]]
    const versions = new Set([...Object.keys(own), ...Object.keys(given)])
    return [...versions].some((version) => own[version]?.get !== given[version]?.get)
  })
