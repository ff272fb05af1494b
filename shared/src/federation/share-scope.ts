export type ModuleFactory = () => unknown

/** As containers with the whole federation runtime expect it. */
export interface SharedProvider {
  readonly version: string
  get: () => Promise<ModuleFactory>
  readonly from: string
  readonly scope: string[]
  readonly shareConfig: {
    readonly singleton: boolean
    readonly strictVersion: boolean
    readonly requiredVersion: string | false
    readonly eager?: boolean
  }
  readonly strategy: 'loaded-first'
  readonly deps: string[]
  useIn: string[]
  /** Pending or done; null after a failure. */
  loading: Promise<ModuleFactory> | null
  lib?: ModuleFactory
  loaded?: boolean
}

/** By module and version. */
export type ShareScope = Record<string, Record<string, SharedProvider>>

const mapValues = <T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

const copyProvider = (provider: SharedProvider): SharedProvider => ({
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
