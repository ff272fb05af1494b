import type {
  BundlerRuntime,
  ConsumeOptions,
  ContainerInit,
  ContainerInstance,
  InitOptions,
  LentRuntime,
  WebpackRequire,
} from './lent-runtime.ts'
import { loadShared } from './load-shared.ts'
import { provideScope } from './page-scope.ts'
import type { ModuleFactory, ShareScope } from './share-scope.ts'

/** The only one. */
const SCOPE = 'default'

const providedBy = ({ name, shared = {} }: InitOptions): ShareScope =>
  Object.fromEntries(
    Object.entries(shared).map(([key, providers]) => [
      key,
      Object.fromEntries(
        providers.map(({ version, get, shareConfig }) => [
          version,
          {
            version,
            get,
            from: name,
            scope: [SCOPE],
            shareConfig,
            strategy: 'loaded-first' as const,
            deps: [],
            useIn: [],
            loading: null,
          },
        ]),
      ),
    ]),
  )

const createInstance = (options: InitOptions): ContainerInstance => ({
  name: options.name,
  shareScopeMap: { [SCOPE]: providedBy(options) },
  /** @throws if the container runs with the modules of another page */
  initShareScopeMap(_name: string, scope: ShareScope): void {
    const { [SCOPE]: before = {} } = this.shareScopeMap
    if (before !== scope && Object.keys(before).length > 0)
      throw new Error(`${options.name} is initialised with another share scope already`)
    this.shareScopeMap[SCOPE] = scope
  },
})

/** The entry that the federation plugin writes calls it first. */
const init = ({ webpackRequire }: Pick<ContainerInit, 'webpackRequire'>) => {
  const instance = createInstance(webpackRequire.federation.initOptions)
  provideScope(instance.shareScopeMap[SCOPE] ?? {})
  return instance
}

/** `factory` gives the one module, so webpack keeps no copy of its exports. */
const installModule = ({ m, c }: WebpackRequire, id: string, factory: ModuleFactory): void => {
  m[id] = (module) => {
    delete c[id]
    module.exports = factory()
  }
}

/** Loads the shared modules that the chunk needs. A failure rejects the `import()` that loads the chunk; the next one tries again. */
const consumes = ({ chunkId, chunkMapping, installedModules, promises, webpackRequire }: ConsumeOptions): void => {
  const { federation, consumesLoadingData } = webpackRequire
  const { chunkMapping: built = {}, moduleIdToConsumeDataMapping: needs = {} } = consumesLoadingData
  const { shareScopeMap, name } = federation.instance
  for (const id of chunkMapping[chunkId] ?? built[chunkId] ?? []) {
    const need = needs[id]
    if (!need || installedModules[id] === 0) continue
    installedModules[id] ||= loadShared(shareScopeMap[SCOPE] ?? {}, need, name).then(
      (factory) => {
        installModule(webpackRequire, id, factory)
        installedModules[id] = 0
      },
      (error) => {
        delete installedModules[id]
        throw error
      },
    )
    promises.push(installedModules[id])
  }
}

/** Containers of earlier releases call it, to register what they provide: nothing. */
const initializeSharing = (): true => true

const bundlerRuntime: BundlerRuntime & { readonly I: () => true } = { init, consumes, I: initializeSharing }

const shareOnly: LentRuntime = {
  runtime: { createInstance },
  bundlerRuntime,
  attachShareScopeMap: () => undefined,
}

/**
 * Takes the place of `@module-federation/webpack-bundler-runtime` in pages
 * that provide modules (README.md).
 */
export default shareOnly
