import { dirname, join } from 'node:path'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { RuleSetRule } from 'webpack'
import type { BuildMode, FrontEnd } from './front-end.ts'

const SHARED_SOURCES = join(dirname(import.meta.dirname), 'src')

/** Evergreen browsers and Safari 17 read ES2022 as it is. */
export const SYNTAX = 'es2022'

const scripts = (forDevelopment: boolean): RuleSetRule => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  loader: import.meta.resolve('swc-loader').replace('file://', ''),
  options: {
    sourceMaps: true,
    jsc: {
      target: SYNTAX,
      parser: { syntax: 'typescript', tsx: true },
      // Elements made for development need a React that was: a released shell has another.
      transform: { react: { runtime: 'automatic', development: forDevelopment, refresh: forDevelopment } },
    },
  },
})

/** Class names carry their owner, so that anyone can tell from the page whose element it is. */
const styleLoaders = (owner: string, salt: string, mode: BuildMode): RuleSetRule['use'] => [
  // A link element in both modes: the content security policy forbids injected styles.
  MiniCssExtractPlugin.loader,
  {
    loader: import.meta.resolve('css-loader').replace('file://', ''),
    options: {
      sourceMap: mode === 'dev',
      modules: {
        auto: true,
        namedExport: false,
        exportLocalsConvention: 'as-is',
        localIdentName: `${owner}-[local]-[hash:base64:5]`,
        localIdentHashSalt: salt,
      },
    },
  },
]

const styles = (frontEnd: FrontEnd, release: string, mode: BuildMode): RuleSetRule => ({
  test: /\.css$/,
  // package.json says that shared modules have no side effects; a style sheet is one.
  sideEffects: true,
  oneOf: [
    { include: SHARED_SOURCES, use: styleLoaders('shared', 'shared', mode) },
    // Salted with the release: two releases of one remote in one session never style each other's elements.
    { use: styleLoaders(frontEnd.name.replace('_', '-'), release, mode) },
  ],
})

/** What every page shows travels in the page. */
const inlined: RuleSetRule = {
  test: /favicon\.svg$/,
  type: 'asset/inline',
  // Shorter than base64, above all once it is compressed. In an address these few alone mean something else.
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

/** Texts of a library, which finds them by their names in the folder of the release. */
const texts: RuleSetRule = { test: /\.ftl$/, type: 'asset/resource', generator: { filename: '[name][ext]' } }

export const moduleRules = (frontEnd: FrontEnd, release: string, mode: BuildMode, hosted = false): RuleSetRule[] => [
  scripts(mode === 'dev' && !hosted),
  styles(frontEnd, release, mode),
  { oneOf: [inlined, assets, texts] },
]
