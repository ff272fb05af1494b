import webpack from 'webpack'
import type { FrontEnd } from '../front-end.ts'
import { isShell } from '../front-end.ts'
import { moduleFile } from '../package-info.ts'

const { NormalModuleReplacementPlugin } = webpack

const source = (name: string): string => moduleFile(`src/federation/${name}`)

/** Entry of the shell that lends its runtime. */
export const LEND_RUNTIME = source('lend-runtime')

/** Folder of the bundler's runtime, whose requests are replaced. */
const BUNDLER_RUNTIME = /[\\/]webpack-bundler-runtime[\\/]dist[\\/]/

/** Requests of the bundler runtime, in the shell. */
const IN_SHELL: Readonly<Record<string, string>> = {
  // Its namespace object would keep every export.
  '@module-federation/runtime': source('shell-runtime'),
  './init.js': source('shell-init'),
}

const slimRuntime = new NormalModuleReplacementPlugin(/^(@module-federation\/runtime|\.\/init\.js)$/, (data) => {
  const replacement = IN_SHELL[data.request]
  if (replacement && BUNDLER_RUNTIME.test(data.contextInfo.issuer)) data.request = replacement
})

const borrowRuntime = new NormalModuleReplacementPlugin(
  new RegExp(String.raw`${BUNDLER_RUNTIME.source}bundler\.js$`),
  source('borrowed-runtime'),
)

const withoutDescriptions = new NormalModuleReplacementPlugin(
  /[\\/]error-codes[\\/]dist[\\/]desc\.mjs$/,
  source('error-descriptions'),
)

/**
 * One federation runtime per page: the shell's, which released remotes
 * borrow (docs/decisions/0002-what-is-shared.md).
 */
export const federationRuntime = (frontEnd: FrontEnd): webpack.WebpackPluginInstance[] =>
  isShell(frontEnd) ? [slimRuntime, withoutDescriptions] : [borrowRuntime]
