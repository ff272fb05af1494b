import { dirname, join } from 'node:path'
import webpack from 'webpack'
import type { FrontEnd } from '../front-end.ts'
import { isShell } from '../front-end.ts'

const { NormalModuleReplacementPlugin } = webpack

const source = (file: string): string => join(dirname(dirname(import.meta.dirname)), 'src/federation', file)

export const LEND_RUNTIME = source('lend-runtime.ts')

const BUNDLER_RUNTIME = /[\\/]webpack-bundler-runtime[\\/]dist[\\/]/

/** Requests of the bundler runtime, in the shell. */
const IN_SHELL: Readonly<Record<string, string>> = {
  // Its namespace object would keep every export.
  '@module-federation/runtime': source('shell-runtime.ts'),
  './init.js': source('shell-init.ts'),
}

const slimRuntime = new NormalModuleReplacementPlugin(/^(@module-federation\/runtime|\.\/init\.js)$/, (data) => {
  const replacement = IN_SHELL[data.request]
  if (replacement && BUNDLER_RUNTIME.test(data.contextInfo.issuer)) data.request = replacement
})

const borrowRuntime = new NormalModuleReplacementPlugin(
  new RegExp(String.raw`${BUNDLER_RUNTIME.source}bundler\.js$`),
  source('borrowed-runtime.ts'),
)

/**
 * One federation runtime per page: the shell's, which released remotes
 * borrow (docs/decisions/0002-what-is-shared.md).
 */
export const federationRuntime = (frontEnd: FrontEnd): webpack.WebpackPluginInstance =>
  isShell(frontEnd) ? slimRuntime : borrowRuntime
