import type { ModuleFactory, SharedProvider, ShareScope } from './share-scope.ts'
import { fitsVersionRange, isNewer } from './version-range.ts'

export interface SharedNeed {
  readonly shareKey: string
  readonly requiredVersion: string
}

/** One for all: the version that runs already, otherwise the newest. */
const singletonOf = (versions: ShareScope[string]): readonly [version: string, SharedProvider] | undefined => {
  const all = Object.entries(versions)
  const [newest] = all.toSorted(([a], [b]) => (isNewer(a, b) ? -1 : 1))
  return all.find(([, { loaded }]) => loaded) ?? newest
}

/** A failed download is forgotten, so that the next use repeats it. */
const factoryOf = async (provider: SharedProvider): Promise<ModuleFactory> => {
  provider.loading ??= provider.get()
  const { loading } = provider
  try {
    provider.lib = await loading
    provider.loaded = true
    return provider.lib
  } catch (error) {
    if (provider.loading === loading) provider.loading = null
    throw error
  }
}

/**
 * Strict: never a second copy, and never a version that does not fit.
 * @param consumer for the message
 */
export const loadShared = async (
  scope: ShareScope,
  { shareKey, requiredVersion }: SharedNeed,
  consumer: string,
): Promise<ModuleFactory> => {
  const found = singletonOf(scope[shareKey] ?? {})
  if (!found) throw new Error(`${consumer} needs ${shareKey}, which this page does not provide`)
  const [version, provider] = found
  // Loaders recognise a conflict by "does not satisfy the requirement".
  if (!fitsVersionRange(version, requiredVersion))
    throw new Error(
      `${shareKey} ${version} of ${provider.from} does not satisfy the requirement of ${consumer}, which needs ${requiredVersion}`,
    )
  return provider.lib ?? factoryOf(provider)
}
