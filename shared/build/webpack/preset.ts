import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import type { ChunkGraph, Configuration, Module, ModuleGraph } from 'webpack'
import webpack from 'webpack'
import { isBuiltIn } from '../../src/contract/site/remote.ts'
import { FirstPaintPlugin } from '../first-paint/first-paint.ts'
import type { BuildMode, FrontEnd } from '../front-end.ts'
import { isShell } from '../front-end.ts'
import { ChunkIntegrityPlugin } from '../integrity/chunk-integrity.ts'
import { libraryFolder, moduleFile, SHARED_PACKAGE } from '../package-info.ts'
import { AppInEntryPlugin } from './app-in-entry.ts'
import { DEFERRED_SOURCES } from './deferred-sources.ts'
import { LEND_RUNTIME, remoteRuntime, sharingHost } from './federation-runtime.ts'
import { PreloadChunksPlugin } from './preload-chunks.ts'
import { cssLayerOrder, moduleRules, SHARED_SOURCES, SYNTAX_LEVEL } from './rules.ts'
import { HARMLESS_WARNING, sharedModules } from './sharing.ts'

const DEFERRED_PATHS = DEFERRED_SOURCES.map((part) => join(SHARED_SOURCES, part))

/** Less than the limit of a whole attempt. */
const CHUNK_TIMEOUT_MS = 8000

/** One build of one front end. */
export interface PresetInput {
  readonly frontEnd: FrontEnd
  readonly mode: BuildMode
  readonly release: string
  readonly output: string
  /** In a released shell, without hot updates. */
  readonly hosted?: boolean
}

/**
 * Without extension. A shell file has a hash: browsers cache it
 * forever. A remote's release folder is already unique.
 */
const assetName = ({ frontEnd, mode }: PresetInput): string => {
  if (!isShell(frontEnd)) return '[name]'
  return mode === 'release' ? 'assets/[name].[contenthash:12]' : 'assets/[name]'
}

const APP = './src/app.tsx'
const APP_CHUNK = 'app'
/** Names what screens leave behind. */
const WATCHED_APP = moduleFile('src/standalone/watched-app')

const exposedApp = (mode: BuildMode): string => (mode === 'dev' ? WATCHED_APP : APP)

/**
 * `loaded-first`: the default strategy can load every
 * registered remote. `dts` is off: contracts are types
 * in `shared`.
 */
const container = ({ frontEnd, mode }: PresetInput): webpack.WebpackPluginInstance[] => [
  new ModuleFederationPlugin({
    name: frontEnd.name,
    shareStrategy: 'loaded-first',
    shared: sharedModules(frontEnd, mode),
    dts: false,
    dev: false,
    manifest: true,
    experiments: { optimization: { target: 'web', disableRemote: true } },
    // In the root of the release: `publicPath: 'auto'` uses this file's URL.
    filename: mode === 'release' ? 'remoteEntry.[contenthash:12].js' : 'remoteEntry.js',
    exposes: { './app': { import: exposedApp(mode), name: APP_CHUNK } },
  }),
  ...(mode === 'release' ? [...remoteRuntime(), new AppInEntryPlugin(frontEnd.name, APP_CHUNK)] : []),
]

const federation = (input: PresetInput): webpack.WebpackPluginInstance[] =>
  isShell(input.frontEnd) ? sharingHost(input.frontEnd.name) : container(input)

interface Graphs {
  readonly chunkGraph: ChunkGraph
  readonly moduleGraph: ModuleGraph
}

/** Only `deferred-` chunks contain it. */
const isDeferred = (module: Module, { chunkGraph }: Pick<Graphs, 'chunkGraph'>): boolean =>
  [...chunkGraph.getModuleChunks(module)].every(({ name }) => name?.startsWith('deferred-'))

const sourceFileOf = (module: Module): string => module.nameForCondition() ?? ''
const isOfShared = (module: Module): boolean =>
  sourceFileOf(module).startsWith(SHARED_SOURCES) && !sourceFileOf(module).startsWith(join(SHARED_SOURCES, 'host/'))
const isDeferredSource = (module: Module): boolean =>
  DEFERRED_PATHS.some((part) => sourceFileOf(module).startsWith(part))
const isOfLibrary = (module: Module): boolean => /[\\/]node_modules[\\/]/.test(sourceFileOf(module))

const importersOf = (module: Module, { moduleGraph }: Graphs): Module[] =>
  [...moduleGraph.getIncomingConnections(module)].flatMap(({ originModule }) => originModule ?? [])

/** A library for one lazy page stays in that page's chunk. */
const isNeededByShared = (library: Module, graphs: Graphs): boolean => {
  const seen = new Set<Module>()
  const leadsThere = (module: Module): boolean => {
    if (seen.has(module)) return false
    seen.add(module)
    if (isOfShared(module)) return !isDeferredSource(module) && !isDeferred(module, graphs)
    if (!isOfLibrary(module)) return false
    return importersOf(module, graphs).some(leadsThere)
  }
  return leadsThere(library)
}

const CONTROLS = join(SHARED_SOURCES, 'controls/')
const isOfControls = (module: Module): boolean => sourceFileOf(module).startsWith(CONTROLS)

/** Another page with the same icon would load all controls. */
const iconOfControls = (module: Module, graphs: Graphs): 'own' | 'common' | undefined => {
  const importers = isOfLibrary(module) ? importersOf(module, graphs) : []
  if (!importers.some(isOfControls)) return undefined
  return importers.every(isOfControls) ? 'own' : 'common'
}

/** Each page of the shell has it: one file with the shared code. */
const isOfStart = (module: Module, chunkGraph: ChunkGraph): boolean =>
  [...chunkGraph.getModuleChunks(module)].some(({ name }) => name === 'bootstrap')

/**
 * Two chunks for all shared code and one style sheet, one for all controls.
 * One file per screen (`false`): one visit rarely loads two.
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
        if (isDeferred(module, graphs) || isDeferredSource(module)) return false
        if (isOfShared(module) || isOfStart(module, graphs.chunkGraph)) return true
        if (iconOfControls(module, graphs) === 'common') return true
        return isOfLibrary(module) && isNeededByShared(module, graphs)
      },
      name: 'shared',
      chunks: 'async',
      enforce: true,
      priority: 10,
    },
    controls: {
      test: (module: Module, graphs: Graphs) => isOfControls(module) || iconOfControls(module, graphs) === 'own',
      name: 'controls',
      chunks: 'async',
      enforce: true,
      priority: 5,
    },
  },
})

const REACT_CHUNK = /(^|\/)react\.\w+\.js$/

const minifyScripts = (files: { include?: RegExp; exclude?: RegExp }, compress: false | { passes: number }) =>
  new TerserPlugin({
    ...files,
    minify: TerserPlugin.swcMinify,
    extractComments: false,
    // Notices are at /licencias.
    terserOptions: { compress, format: { comments: false } },
  })

/** A number may differ after each edit, and a hot update then removes the chunk that it changes. */
const idsOf = (mode: BuildMode) => {
  const ids = mode === 'release' ? 'deterministic' : 'named'
  return { moduleIds: ids, chunkIds: ids } as const
}

const optimization = ({ frontEnd, mode }: PresetInput): Configuration['optimization'] => ({
  ...idsOf(mode),
  // A shared runtime chunk keeps the container from registering.
  runtimeChunk: false,
  minimize: mode === 'release',
  minimizer: [
    // Its authors compressed React: again, it is 0.3 kB larger (gzip).
    minifyScripts({ include: REACT_CHUNK }, false),
    minifyScripts({ exclude: REACT_CHUNK }, { passes: 3 }),
    new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify }),
  ],
  splitChunks: isShell(frontEnd) ? shellChunks() : false,
})

/** Lets the minifier drop code for Node and for debugging. */
const NOT_IN_BROWSERS = { 'typeof process': '"undefined"', 'typeof FEDERATION_DEBUG': '"undefined"' }

const MINIFIED_PAGE = {
  collapseWhitespace: true,
  collapseBooleanAttributes: true,
  removeComments: true,
  minifyJS: true,
}

const OWN_ICONS = moduleFile('src/icons/small-icon')

/** Not in front ends of other teams, which may use all that the library can do. */
const smallIcons = ({ frontEnd, mode }: PresetInput): webpack.WebpackPluginInstance[] =>
  mode === 'release' && (isShell(frontEnd) || isBuiltIn(frontEnd.name))
    ? [new webpack.NormalModuleReplacementPlugin(/^\.\.\/createLucideIcon\.mjs$/, OWN_ICONS)]
    : []

const plugins = (input: PresetInput): Configuration['plugins'] => {
  const { frontEnd, mode, hosted = false } = input
  const styleSheet = `${assetName(input)}.css`
  return [
    ...federation(input),
    ...smallIcons(input),
    new MiniCssExtractPlugin({ filename: styleSheet, chunkFilename: styleSheet }),
    cssLayerOrder(),
    ...(mode === 'release' ? [new webpack.DefinePlugin(NOT_IN_BROWSERS)] : []),
    // The shell has the page's origin: hashes add no security.
    ...(!isShell(frontEnd) && mode === 'release' ? [new ChunkIntegrityPlugin()] : []),
    ...(isShell(frontEnd) && mode === 'release' ? [new PreloadChunksPlugin(['react', 'shared'])] : []),
    ...(isShell(frontEnd) || mode === 'dev'
      ? [
          new HtmlWebpackPlugin({
            template: join(frontEnd.root, 'src/index.html'),
            excludeChunks: [frontEnd.name],
            scriptLoading: 'defer',
            publicPath: '/',
            minify: mode === 'release' && MINIFIED_PAGE,
          }),
          ...(isShell(frontEnd) ? [new FirstPaintPlugin()] : []),
        ]
      : []),
    ...(mode === 'dev' && !hosted ? [new ReactRefreshPlugin({ overlay: { sockIntegration: 'wds' } })] : []),
  ]
}

/** `import` leaves the request to the browser. */
export const servedModules = ({ served = {} }: FrontEnd): Record<string, string> =>
  Object.fromEntries(Object.entries(served).map(([request, address]) => [request, `import ${address}`]))

/** React Router exports only its development build, in any mode. */
const aliases = ({ frontEnd, mode }: PresetInput): Record<string, string> => {
  if (mode !== 'release') return { 'remote-app$': join(frontEnd.root, APP) }
  const production = join(libraryFolder(SHARED_PACKAGE, 'react-router-dom', 'react-router'), 'dist/production')
  return {
    'react-router$': join(production, 'index.mjs'),
    'react-router/dom$': join(production, 'dom-export.mjs'),
  }
}

const entry = ({ frontEnd, mode }: PresetInput): NonNullable<Configuration['entry']> => {
  const page = './src/main.ts'
  if (isShell(frontEnd)) return { main: [LEND_RUNTIME, page] }
  return mode === 'dev' ? { main: page } : {}
}

/** Rules and evidence: docs/decisions/0002-what-is-shared.md */
export const webpackPreset = (input: PresetInput): Configuration => {
  const { frontEnd, mode, release, output } = input
  const shell = isShell(frontEnd)
  const asset = assetName(input)
  return {
    name: frontEnd.name,
    context: frontEnd.root,
    mode: mode === 'release' ? 'production' : 'development',
    target: ['web', SYNTAX_LEVEL],
    entry: entry(input),
    devtool: mode === 'release' ? 'source-map' : 'cheap-module-source-map',
    output: {
      path: output,
      publicPath: shell ? '/' : 'auto',
      filename: `${asset}.js`,
      chunkFilename: `${asset}.js`,
      assetModuleFilename: shell ? `${asset}[ext]` : '[name].[contenthash:12][ext]',
      // Unique per release: otherwise old code runs after a swap
      // within one session.
      uniqueName: `${frontEnd.name}_${release}`,
      crossOriginLoading: 'anonymous',
      // A module whose import failed is evaluated again the next time.
      strictModuleErrorHandling: true,
      chunkLoadTimeout: CHUNK_TIMEOUT_MS,
      hashFunction: 'xxhash64',
    },
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'], alias: { ...aliases(input), ...frontEnd.alias } },
    externals: servedModules(frontEnd),
    module: { rules: moduleRules(frontEnd, release, mode, input.hosted) },
    plugins: plugins(input) ?? [],
    optimization: optimization(input) ?? {},
    performance: false,
    // Hides warnings about `publicPath: 'auto'`, which remotes need.
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
    ignoreWarnings: [HARMLESS_WARNING],
  }
}
