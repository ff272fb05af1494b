import { dirname, join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import type { ChunkGraph, Configuration, Module, ModuleGraph } from 'webpack'
import webpack from 'webpack'
import { ChunkIntegrityPlugin } from './chunk-integrity.ts'
import { CssLayerOrderPlugin } from './css-layers.ts'
import type { BuildMode, FrontEnd } from './front-end.ts'
import { isShell } from './front-end.ts'
import { libraryFolder } from './package-info.ts'
import { PreloadChunksPlugin } from './preload-chunks.ts'
import { PROVIDED_LATER } from './provided-later.ts'
import { moduleRules, SYNTAX } from './rules.ts'
import { sharedModules } from './sharing.ts'

const SHARED_PACKAGE = dirname(import.meta.dirname)
const SHARED_SOURCES = join(SHARED_PACKAGE, 'src')
const LATER_SOURCES = PROVIDED_LATER.map((part) => join(SHARED_SOURCES, part))

/** Milliseconds that a script of a lazy part may take; as for a remote's entry, and less than an attempt as a whole. */
const CHUNK_TIMEOUT_MS = 10_000

export interface PresetInput {
  readonly frontEnd: FrontEnd
  readonly mode: BuildMode
  readonly release: string
  /** Absolute folder that the build is written to. */
  readonly output: string
  /** Development inside a released shell: nothing of hot updates. */
  readonly hosted?: boolean
}

/**
 * Name of an output file without its ending. The shell's lie in a folder of their own, which the site server lets
 * browsers keep for ever. A remote's lie in the folder of their release: a hash of each in its container would only be
 * weight.
 */
const assetName = ({ frontEnd, mode }: PresetInput): string => {
  if (!isShell(frontEnd)) return '[name]'
  return mode === 'release' ? 'assets/[name].[contenthash:12]' : 'assets/[name]'
}

/**
 * The container. `loaded-first`: with the default strategy one late shared module makes the runtime fetch every
 * registered remote, and guests would load everything. `dts` off: contracts are plain types in `shared`.
 */
const federation = ({ frontEnd, mode }: PresetInput) => {
  const shell = isShell(frontEnd)
  return new ModuleFederationPlugin({
    name: frontEnd.name,
    shareStrategy: 'loaded-first',
    shared: sharedModules(frontEnd, mode),
    dts: false,
    dev: false,
    manifest: !shell,
    ...(shell
      ? { experiments: { optimization: { target: 'web' } } }
      : {
          // At the root of the release's folder: `publicPath: 'auto'` is taken from where this file lies.
          filename: mode === 'release' ? 'remoteEntry.[contenthash:12].js' : 'remoteEntry.js',
          exposes: { './app': { import: './src/app.tsx', name: 'app' } },
          experiments: { optimization: { target: 'web', disableRemote: true } },
        }),
  })
}

/** What the build knows of modules when it divides them into files. */
interface Graphs {
  readonly chunkGraph: ChunkGraph
  readonly moduleGraph: ModuleGraph
}

/** Whether only chunks whose names say so bring it: `shared` itself imports them when they are needed. */
const comesLater = (module: Module, { chunkGraph }: Pick<Graphs, 'chunkGraph'>): boolean =>
  [...chunkGraph.getModuleChunks(module)].every(({ name }) => name?.startsWith('later-'))

const fileOf = (module: Module): string => module.nameForCondition() ?? ''
const isOfShared = (module: Module): boolean => fileOf(module).startsWith(SHARED_SOURCES)
const isLaterSource = (module: Module): boolean => LATER_SOURCES.some((part) => fileOf(module).startsWith(part))
const isOfLibrary = (module: Module): boolean => /[\\/]node_modules[\\/]/.test(fileOf(module))

/**
 * Whether a library's module is there for what every page needs of `shared`. An icon of one lazy page is that page's own
 * load, as an icon of the later parts is theirs.
 */
const isNeededByShared = (library: Module, graphs: Graphs): boolean => {
  const seen = new Set<Module>()
  const leadsThere = (module: Module): boolean => {
    if (seen.has(module)) return false
    seen.add(module)
    if (isOfShared(module)) return !isLaterSource(module) && !comesLater(module, graphs)
    if (!isOfLibrary(module)) return false
    return [...graphs.moduleGraph.getIncomingConnections(module)].some(
      ({ originModule }) => originModule !== null && leadsThere(originModule),
    )
  }
  return leadsThere(library)
}

/** A style sheet of the shell's own start. Its scripts stay apart: they wait for the shared modules to be settled. */
const isStyleOfStart = (module: Module, chunkGraph: ChunkGraph): boolean =>
  module.type === 'css/mini-extract' && [...chunkGraph.getModuleChunks(module)].some(({ name }) => name === 'bootstrap')

/**
 * Few requests for the shell: everything that is shared travels in two chunks, and one style sheet. Each screen of a
 * remote is one file (`false`): a module that two screens have in common is run once all the same, and hardly anybody
 * opens both.
 */
const shellChunks = (): NonNullable<Configuration['optimization']>['splitChunks'] => ({
  cacheGroups: {
    react: {
      test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
      name: 'react',
      chunks: 'async',
      enforce: true,
      priority: 20,
    },
    shared: {
      test: (module: Module, graphs: Graphs) => {
        if (comesLater(module, graphs) || isLaterSource(module)) return false
        if (isOfShared(module) || isStyleOfStart(module, graphs.chunkGraph)) return true
        return isOfLibrary(module) && isNeededByShared(module, graphs)
      },
      name: 'shared',
      chunks: 'async',
      enforce: true,
      priority: 10,
    },
  },
})

const optimization = ({ frontEnd, mode }: PresetInput): Configuration['optimization'] => ({
  moduleIds: 'deterministic',
  chunkIds: 'deterministic',
  // One runtime per container: a shared runtime chunk would keep the container from registering itself.
  runtimeChunk: false,
  minimize: mode === 'release',
  minimizer: [
    new TerserPlugin({
      minify: TerserPlugin.swcMinify,
      extractComments: false,
      // What one pass leaves without a use, the next takes away.
      terserOptions: { compress: { passes: 3 } },
    }),
    new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify }),
  ],
  splitChunks: isShell(frontEnd) ? shellChunks() : false,
})

/** Branches of libraries for Node, and for debugging the federation runtime itself: no browser comes there. */
const NOT_IN_BROWSERS = { 'typeof process': '"undefined"', 'typeof FEDERATION_DEBUG': '"undefined"' }

/** The page's own scripts as well: its text is in front of everything else. */
const MINIFIED_PAGE = {
  collapseWhitespace: true,
  collapseBooleanAttributes: true,
  removeComments: true,
  minifyJS: true,
}

const plugins = (input: PresetInput): Configuration['plugins'] => {
  const { frontEnd, mode, hosted = false } = input
  const styleSheet = `${assetName(input)}.css`
  return [
    federation(input),
    new MiniCssExtractPlugin({ filename: styleSheet, chunkFilename: styleSheet }),
    new CssLayerOrderPlugin(),
    ...(mode === 'release' ? [new webpack.DefinePlugin(NOT_IN_BROWSERS)] : []),
    // The shell's chunks come from where the page comes from: hashes in it would prove nothing.
    ...(!isShell(frontEnd) && mode === 'release' ? [new ChunkIntegrityPlugin()] : []),
    ...(isShell(frontEnd) && mode === 'release' ? [new PreloadChunksPlugin(['react', 'shared', 'bootstrap'])] : []),
    ...(isShell(frontEnd) || mode === 'dev'
      ? [
          new HtmlWebpackPlugin({
            template: join(frontEnd.root, 'src/index.html'),
            // The container's own file is a script for others to load, not part of this page.
            excludeChunks: [frontEnd.name],
            scriptLoading: 'defer',
            publicPath: '/',
            minify: mode === 'release' && MINIFIED_PAGE,
          }),
        ]
      : []),
    ...(mode === 'dev' && !hosted ? [new ReactRefreshPlugin({ overlay: { sockIntegration: 'wds' } })] : []),
  ]
}

/** `import` makes webpack leave these requests to the browser; whoever imports them statically then waits for them. */
export const servedModules = ({ served = {} }: FrontEnd): Record<string, string> =>
  Object.fromEntries(Object.entries(served).map(([request, address]) => [request, `import ${address}`]))

/** React Router's exports name its development build alone, whatever webpack's mode is. */
const aliases = (mode: BuildMode): Record<string, string> => {
  if (mode !== 'release') return {}
  const production = join(libraryFolder(SHARED_PACKAGE, 'react-router-dom', 'react-router'), 'dist/production')
  return {
    'react-router$': join(production, 'index.mjs'),
    'react-router/dom$': join(production, 'dom-export.mjs'),
  }
}

/** webpack's configuration of any front end of ours. The rules and their evidence: docs/decisions/0002-what-is-shared.md */
export const preset = (input: PresetInput): Configuration => {
  const { frontEnd, mode, release, output } = input
  const shell = isShell(frontEnd)
  const asset = assetName(input)
  return {
    name: frontEnd.name,
    context: frontEnd.root,
    mode: mode === 'release' ? 'production' : 'development',
    target: ['web', SYNTAX],
    // A deployed remote is its container alone; its own page exists in development only.
    entry: shell || mode === 'dev' ? { main: './src/main.ts' } : {},
    devtool: mode === 'release' ? 'source-map' : 'cheap-module-source-map',
    output: {
      path: output,
      publicPath: shell ? '/' : 'auto',
      filename: `${asset}.js`,
      chunkFilename: `${asset}.js`,
      assetModuleFilename: shell ? `${asset}[ext]` : '[name].[contenthash:12][ext]',
      // Differs for every release: with one name for two releases, the old code runs after a swap in one session.
      uniqueName: `${frontEnd.name}_${release}`,
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: CHUNK_TIMEOUT_MS,
      hashFunction: 'xxhash64',
    },
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'], alias: { ...aliases(mode), ...frontEnd.alias } },
    externals: servedModules(frontEnd),
    module: { rules: moduleRules(frontEnd, release, mode, input.hosted) },
    plugins: plugins(input) ?? [],
    optimization: optimization(input) ?? {},
    performance: false,
    // At 'warn' the manifest plugin complains about every remote's `publicPath: 'auto'`, which is how it must be.
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  }
}
