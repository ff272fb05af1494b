import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import TerserPlugin from 'terser-webpack-plugin'
import type { Configuration } from 'webpack'
import type { FrontEnd } from '../front-end.ts'
import { servedModules } from '../webpack/preset.ts'
import { moduleRules, SYNTAX_LEVEL } from '../webpack/rules.ts'

/**
 * `prerender.json`: resources that the site adds to pages. Rename it with
 * `PrerenderedPage`: a shell ignores unknown records.
 */
export interface PrerenderRecord {
  /** Source of an inline script; '' for none. */
  readonly script: string
  /** URLs of native modules. */
  readonly modules: readonly string[]
  /** Of its pages. */
  readonly files: readonly string[]
  /** Of every page of the remote. */
  readonly container: readonly string[]
  /** Path as mounted → further files that it loads first. */
  readonly routes: Readonly<Record<string, readonly string[]>>
  /** Paths, as mounted. */
  readonly pages: readonly string[]
  /** A preload matches only an element with the same hash. */
  readonly integrity: Readonly<Record<string, string>>
}

const RECORD = 'prerender.json'
const BUNDLE = 'prerender.js'

/** Has no federation: the script stays small. */
export const prerenderScript = (
  frontEnd: FrontEnd,
  script: string,
  release: string,
  output: string,
): Configuration => ({
  name: `${frontEnd.name}-prerender`,
  context: frontEnd.root,
  mode: 'production',
  target: ['web', SYNTAX_LEVEL],
  entry: script,
  devtool: false,
  output: { path: output, filename: BUNDLE },
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'], alias: { ...frontEnd.alias } },
  externals: servedModules(frontEnd),
  module: { rules: moduleRules(frontEnd, release, 'release') },
  optimization: { minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false })] },
  performance: false,
})

/** Deletes the file. */
export const takeScript = async (output: string): Promise<string> => {
  const file = join(output, BUNDLE)
  // `</script` ends an inline script, even inside a string.
  const source = (await readFile(file, 'utf8')).replaceAll('</script', '<\\/script')
  await rm(file)
  return source
}

export const writePrerenderRecord = (output: string, record: PrerenderRecord): Promise<void> =>
  writeFile(join(output, RECORD), JSON.stringify(record))
