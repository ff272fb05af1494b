import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import TerserPlugin from 'terser-webpack-plugin'
import type { Compilation, Configuration } from 'webpack'
import type { FrontEnd } from './front-end.ts'
import { servedModules } from './preset.ts'
import { moduleRules, SYNTAX } from './rules.ts'

/** `early.json` of a release: what the site puts into the remote's pages, so that nothing has to wait its turn. */
export interface EarlyRecord {
  /** Source of a script for the page itself; '' for none. */
  readonly script: string
  /** Addresses of native modules. */
  readonly modules: readonly string[]
  /** Files of the release that the page will ask for, in that order. */
  readonly files: readonly string[]
  /** Hash of each script and style sheet among them: a browser keeps what it fetched early only for the same hash. */
  readonly integrity: Readonly<Record<string, string>>
}

export const EARLY_RECORD = 'early.json'
const BUNDLE = 'early.js'

/** The early script is a program of its own: without federation, and small enough to stand in the page. */
export const earlyScript = (frontEnd: FrontEnd, script: string, release: string, output: string): Configuration => ({
  name: `${frontEnd.name}-early`,
  context: frontEnd.root,
  mode: 'production',
  target: ['web', SYNTAX],
  entry: script,
  devtool: false,
  output: { path: output, filename: BUNDLE },
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'], alias: { ...frontEnd.alias } },
  externals: servedModules(frontEnd),
  module: { rules: moduleRules(frontEnd, release, 'release') },
  optimization: { minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false })] },
  performance: false,
})

/**
 * The files of these chunks and of those that they bring.
 *
 * @throws Error when the build has no chunk of that name
 */
const filesOf = (compilation: Compilation, chunks: readonly string[]): string[] =>
  chunks.flatMap((name) => {
    const group = compilation.namedChunkGroups.get(name)
    if (!group) throw new Error(`there is no chunk '${name}' that a page could have early`)
    return group.getFiles().filter((file) => /\.(js|css)$/.test(file))
  })

/** The files of the container that come before any page: its manifest, its entry, what `./app` needs. */
const containerFiles = (compilation: Compilation): string[] => [
  'mf-manifest.json',
  ...Object.keys(compilation.assets).filter((file) => /^remoteEntry\.[\w.]*js$/.test(file)),
  ...Object.keys(compilation.assets).filter((file) => /^app\.[\w.]*js$/.test(file)),
]

/** What a compiled container and `early` make together. */
export const earlyFiles = (compilation: Compilation, { early }: FrontEnd): string[] => [
  ...new Set([...containerFiles(compilation), ...filesOf(compilation, early?.chunks ?? [])]),
]

/** Takes the compiled early script out of `output`. */
export const takeScript = async (output: string): Promise<string> => {
  const file = join(output, BUNDLE)
  // In a page the end of a script is where these letters stand, whatever stands around them.
  const source = (await readFile(file, 'utf8')).replaceAll('</script', '<\\/script')
  await rm(file)
  return source
}

export const writeEarlyRecord = (output: string, record: EarlyRecord): Promise<void> =>
  writeFile(join(output, EARLY_RECORD), JSON.stringify(record))
