import { forgetFailures } from './forget-failures.ts'
import type { ContainerInit, LentRuntime } from './lent-runtime.ts'

/** Set by the federation plugin. */
declare const FEDERATION_BUILD_IDENTIFIER: string

const SCOPE = 'default'

const lent = globalThis.trazoFederation
if (!lent) throw new Error('this page lends no federation runtime')
const { runtime, bundlerRuntime, attachShareScopeMap } = lent

/** Not `runtime.init`: it would return the shell's instance. */
const init = ({ webpackRequire: { federation } }: Pick<ContainerInit, 'webpackRequire'>) => {
  const { initOptions } = federation
  const plugins = [...(initOptions.plugins ?? []), forgetFailures]
  return runtime.createInstance({ ...initOptions, plugins, id: FEDERATION_BUILD_IDENTIFIER })
}

const initContainerEntry = ({ webpackRequire, shareScope, initScope }: ContainerInit): unknown => {
  webpackRequire.federation.instance.initShareScopeMap(SCOPE, shareScope)
  attachShareScopeMap(webpackRequire)
  return webpackRequire.I(SCOPE, initScope)
}

const borrowed: LentRuntime = {
  runtime,
  attachShareScopeMap,
  bundlerRuntime: { ...bundlerRuntime, init, initContainerEntry },
}

/**
 * Replaces `@module-federation/webpack-bundler-runtime` in released remotes
 * (docs/decisions/0002-what-is-shared.md).
 */
export default borrowed
