import { forgetFailures } from './forget-failures.ts'
import type { ContainerInit } from './lent-runtime.ts'

/** Without the plug-in for tree-shaken shared modules. */
export const init = ({ webpackRequire }: Pick<ContainerInit, 'webpackRequire'>): unknown => {
  const { runtime, initOptions } = webpackRequire.federation
  return runtime.init({ ...initOptions, plugins: [...(initOptions.plugins ?? []), forgetFailures] })
}
