import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import TerserPlugin from 'terser-webpack-plugin'
import type { Compilation, Configuration } from 'webpack'
import type { FrontEnd } from './front-end.ts'
import { servedModules } from './preset.ts'
import { moduleRules, SYNTAX } from './rules.ts'

/** `early.json`: resources that the site adds to pages. */
export interface EarlyRecord {
  /** Source of an inline script; '' for none. */
  readonly script: string
  /** URLs of native modules. */
  readonly modules: readonly string[]
  /** Files that the page will load, in this order. */
  readonly files: readonly string[]
  /** A preload matches only an element with the same hash. */
  readonly integrity: Readonly<Record<string, string>>
}

const EARLY_RECORD = 'early.json'
const BUNDLE = 'early.js'

/** Has no federation, to keep the script small. */
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

/** @throws Error when a chunk name is unknown */
const filesOf = (compilation: Compilation, chunks: readonly string[]): string[] =>
  chunks.flatMap((name) => {
    const group = compilation.namedChunkGroups.get(name)
    if (!group) throw new Error(`there is no chunk '${name}' that a page could have early`)
    return group.getFiles().filter((file) => /\.(js|css)$/.test(file))
  })

const containerFiles = (compilation: Compilation): string[] => [
  'mf-manifest.json',
  ...Object.keys(compilation.assets).filter((file) => /^remoteEntry\.[\w.]*js$/.test(file)),
  ...Object.keys(compilation.assets).filter((file) => /^app\.[\w.]*js$/.test(file)),
]

export const earlyFiles = (compilation: Compilation, { early }: FrontEnd): string[] => [
  ...new Set([...containerFiles(compilation), ...filesOf(compilation, early?.chunks ?? [])]),
]

/** Deletes the file. */
export const takeScript = async (output: string): Promise<string> => {
  const file = join(output, BUNDLE)
  // `</script` ends an inline script, even inside a string.
  const source = (await readFile(file, 'utf8')).replaceAll('</script', '<\\/script')
  await rm(file)
  return source
}

export const writeEarlyRecord = (output: string, record: EarlyRecord): Promise<void> =>
  writeFile(join(output, EARLY_RECORD), JSON.stringify(record))
