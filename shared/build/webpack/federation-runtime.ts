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

const RUNTIME_CORE = /[\\/]runtime-core[\\/]dist[\\/]/

interface Replacement {
  readonly request: RegExp
  readonly issuer: RegExp
  readonly by: string
}

const IN_SHELL: readonly Replacement[] = [
  // Its namespace object would keep every export.
  { request: /^@module-federation\/runtime$/, issuer: BUNDLER_RUNTIME, by: 'shell-runtime' },
  { request: /^\.\/init\.js$/, issuer: BUNDLER_RUNTIME, by: 'shell-init' },
  { request: /^\.\/getSharedFallbackGetter\.js$/, issuer: BUNDLER_RUNTIME, by: 'shared-fallback' },
  // Smaller ones for the same purpose.
  { request: /^\.\/(utils\/)?semver\/index\.js$/, issuer: RUNTIME_CORE, by: 'version-range' },
  { request: /^\.\.?\/(utils\/)?context\.js$/, issuer: RUNTIME_CORE, by: 'error-context' },
  { request: /^\.\/logger\.js$/, issuer: /[\\/]sdk[\\/]dist[\\/]index\.js$/, by: 'plain-logger' },
]

const replaceRequest = ({ request, issuer, by }: Replacement) =>
  new NormalModuleReplacementPlugin(request, (data) => {
    if (issuer.test(data.contextInfo.issuer)) data.request = source(by)
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
  isShell(frontEnd) ? [...IN_SHELL.map(replaceRequest), withoutDescriptions] : [borrowRuntime]
