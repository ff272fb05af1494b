import { join } from 'node:path'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type RuleSetRule, type RuleSetUseItem } from 'webpack'
import type { BuildMode, FrontEnd } from '../front-end.ts'
import { integrityOf } from '../integrity/integrity.ts'
import { moduleFile, SHARED_PACKAGE } from '../package-info.ts'

/** Below `SHARED_PACKAGE`. */
export const SHARED_SOURCES = join(SHARED_PACKAGE, 'src')

/** Supported by evergreen browsers and Safari 17. */
export const SYNTAX_LEVEL = 'es2022'

/** @param forDevelopment with React's development build and fast refresh */
export const scriptRule = (forDevelopment: boolean): RuleSetRule => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  loader: import.meta.resolve('swc-loader').replace('file://', ''),
  options: {
    sourceMaps: true,
    jsc: {
      target: SYNTAX_LEVEL,
      parser: { syntax: 'typescript', tsx: true },
      // A released shell lacks React's development build.
      transform: { react: { runtime: 'automatic', development: forDevelopment, refresh: forDevelopment } },
    },
  },
})

/** Class names include the owner. */
export const styleLoaders = (owner: string, salt: string, mode: BuildMode): RuleSetUseItem[] => [
  // A link element in both modes: the CSP forbids injected styles.
  MiniCssExtractPlugin.loader,
  {
    loader: import.meta.resolve('css-loader').replace('file://', ''),
    options: {
      sourceMap: mode === 'dev',
      modules: {
        auto: true,
        namedExport: false,
        exportLocalsConvention: 'as-is',
        localIdentName: `${owner}-[hash:base64:5]-[local]`,
        // One hash for each style sheet: it compresses to a few bytes.
        hashStrategy: 'minimal-subset',
        localIdentHashSalt: salt,
      },
      importLoaders: 1,
    },
  },
  { loader: moduleFile('build/webpack/page-color-scheme') },
]

const styles = (frontEnd: FrontEnd, release: string, mode: BuildMode): RuleSetRule => ({
  test: /\.css$/,
  // package.json declares modules free of side effects; style
  // sheets are not.
  sideEffects: true,
  oneOf: [
    { resourceQuery: /^\?text$/, type: 'asset/source', loader: moduleFile('build/webpack/short-css') },
    { include: SHARED_SOURCES, use: styleLoaders('shared', 'shared', mode) },
    // Two releases in one session need different class names.
    { use: styleLoaders(frontEnd.name.replaceAll('_', '-'), release, mode) },
  ],
})

/** Cascade layers, weakest first: lazy chunks load in any order, and the first sheet fixes it. */
export const cssLayerOrder = () =>
  new webpack.BannerPlugin({ banner: '@layer base, shared, remote;', raw: true, test: /\.css$/ })

const inlined: RuleSetRule = {
  test: /favicon\.svg$/,
  type: 'asset/inline',
  // Shorter than base64. Only these characters need escapes.
  generator: {
    dataUrl: (svg: Buffer) =>
      `data:image/svg+xml,${svg
        .toString()
        .replaceAll(/\s*\n\s*/g, '')
        .replaceAll('"', "'")
        .replaceAll(/[%#<>]/g, encodeURIComponent)}`,
  },
}

const assets: RuleSetRule = { test: /\.(woff2|png|svg|gif)$/, type: 'asset/resource' }

/** A worker fetches the file itself and checks it. */
const fileIntegrity: RuleSetRule = {
  resourceQuery: /^\?integrity$/,
  type: 'asset/inline',
  generator: { dataUrl: (content: Buffer) => integrityOf(content) },
}

/** A library loads them by name from the release folder. */
const texts: RuleSetRule = { test: /\.ftl$/, type: 'asset/resource', generator: { filename: '[name][ext]' } }

const pureRouter: RuleSetRule = {
  test: /[\\/]react-router[\\/]dist[\\/]production[\\/]/,
  loader: moduleFile('build/webpack/pure-components'),
}

export const moduleRules = (frontEnd: FrontEnd, release: string, mode: BuildMode, hosted = false): RuleSetRule[] => [
  scriptRule(mode === 'dev' && !hosted),
  styles(frontEnd, release, mode),
  { oneOf: [fileIntegrity, inlined, assets, texts] },
  ...(mode === 'release' ? [pureRouter] : []),
]
