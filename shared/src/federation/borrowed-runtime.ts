import { forgetFailures } from './forget-failures.ts'
import type { BundlerRuntime, ContainerInit, LentRuntime } from './lent-runtime.ts'

/** Set by the federation plugin. */
declare const FEDERATION_BUILD_IDENTIFIER: string

const SCOPE = 'default'

/** Its row of the table of chunks is what the entry itself needs (build/webpack/share-tables.ts). */
const ENTRY = 'entry'

const lent = globalThis.trazoFederation
if (!lent) throw new Error('this page lends no federation runtime')
const { runtime, bundlerRuntime, attachShareScopeMap } = lent

/** Not `runtime.init`: it would return the page's instance. */
const init = ({ webpackRequire: { federation } }: Pick<ContainerInit, 'webpackRequire'>) => {
  const { initOptions } = federation
  const plugins = [...(initOptions.plugins ?? []), forgetFailures]
  return runtime.createInstance({ ...initOptions, plugins, id: FEDERATION_BUILD_IDENTIFIER })
}

const initContainerEntry = async ({ webpackRequire, shareScope }: ContainerInit): Promise<void> => {
  webpackRequire.federation.instance.initShareScopeMap(SCOPE, shareScope)
  attachShareScopeMap(webpackRequire)
  const promises: Promise<unknown>[] = []
  webpackRequire.consumesLoadingData.load?.(ENTRY, promises)
  await Promise.all(promises)
}

const borrowed: LentRuntime & { readonly bundlerRuntime: BundlerRuntime & { initContainerEntry: object } } = {
  runtime,
  attachShareScopeMap,
  bundlerRuntime: { ...bundlerRuntime, init, initContainerEntry },
}

/**
 * Takes the place of `@module-federation/webpack-bundler-runtime` in
 * released remotes (README.md).
 */
export default borrowed
