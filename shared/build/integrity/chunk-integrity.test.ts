/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack from 'webpack'
import { ChunkIntegrityPlugin, chunkIntegrity } from './chunk-integrity.ts'
import { hashesOf, vouchForEntry } from './entry-integrity.ts'

const SOURCES = {
  'src/main.js': "window.open = () => import(/* webpackChunkName: 'page' */ './page.js')",
  'src/page.js': "import './page.css'; export default () => import(/* webpackChunkName: 'dialog' */ './dialog.js')",
  'src/dialog.js': 'export default 5',
  'src/page.css': 'p { color: red }',
}

let folder: string
const path = (...names: string[]): string => join(folder, ...names)
const write = (name: string, content: string): void => {
  mkdirSync(dirname(path(name)), { recursive: true })
  writeFileSync(path(name), content)
}
const built = (name: string): string => readFileSync(path('dist', name), 'utf8')

const build = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const compiler = webpack({
      mode: 'production',
      target: ['web', 'es2022'],
      context: folder,
      entry: './src/main.js',
      devtool: 'source-map',
      output: {
        path: path('dist'),
        publicPath: '/r/',
        filename: '[name].[contenthash:12].js',
        chunkFilename: '[name].js',
      },
      module: { rules: [{ test: /\.css$/, use: [MiniCssExtractPlugin.loader, require.resolve('css-loader')] }] },
      plugins: [new MiniCssExtractPlugin({ chunkFilename: '[name].css' }), new ChunkIntegrityPlugin()],
    })
    compiler.run((error, stats) => {
      compiler.close(() => undefined)
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')))
      else {
        const main = Object.keys(stats?.compilation.assets ?? {}).find((name) => /^main\..*js$/.test(name))
        if (main) writeFileSync(path('dist', 'main'), main)
        resolve()
      }
    })
  })

interface FakeElement {
  readonly tag: string
  readonly src?: string
  readonly href?: string
  readonly integrity?: string
}

const elementsOf = (src: string): FakeElement[] => {
  const elements: FakeElement[] = []
  const window = { location: { origin: 'http://site' }, open: () => undefined }
  const document = {
    currentScript: { src },
    createElement: (tag: string) => ({ tag, setAttribute: () => undefined }),
    getElementsByTagName: () => [],
    head: { appendChild: (element: FakeElement) => elements.push(element) },
  }
  runInNewContext(built(built('main')), { window, document, self: window, setTimeout: () => 0, clearTimeout: () => 0 })
  window.open()
  return elements
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-chunks-'))
  for (const [name, content] of Object.entries(SOURCES)) write(name, content)
  await build()
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the container requests a script and its style sheet with the hashes of the written files', () => {
  const elements = elementsOf('http://site/r/main.js')
  expect(elements.map(({ src, href, integrity }) => [src ?? href, integrity])).toEqual([
    ['/r/page.css', chunkIntegrity(readFileSync(path('dist/page.css')))],
    ['/r/page.js', chunkIntegrity(readFileSync(path('dist/page.js')))],
  ])
})

test('a further attempt requests its chunks past the cache, with the same hashes', () => {
  const again = elementsOf('http://site/r/main.js?attempt=3')
  expect(again.map(({ src, href }) => src ?? href)).toEqual(['/r/page.css?attempt=3', '/r/page.js?attempt=3'])
  expect(again.map(({ integrity }) => integrity)).toEqual(
    elementsOf('http://site/r/main.js?other=1').map(({ integrity }) => integrity),
  )
})

test('the hash table of the container also has a chunk that only another chunk imports', () => {
  const hash = chunkIntegrity(readFileSync(path('dist/dialog.js')))
  expect(built(built('main'))).toContain(hash.slice('sha256-'.length, -1))
})

test('the manifest has the hash of the entry and lists no files that would load without a hash', async () => {
  const entry = built('main')
  const assets = { js: { sync: ['page.js'], async: ['dialog.js'] }, css: { sync: ['page.css'], async: [] } }
  const manifest = {
    name: 'mf_auth',
    metaData: { remoteEntry: { name: entry, type: 'global' }, publicPath: 'auto' },
    shared: [{ name: 'react', requiredVersion: '^19.3.0', assets }],
    exposes: [{ name: 'app', path: './app', assets }],
  }
  write('dist/mf-manifest.json', JSON.stringify(manifest))
  await vouchForEntry(path('dist'), 'mf-manifest.json')
  const none = { js: { sync: [], async: [] }, css: { sync: [], async: [] } }
  expect(JSON.parse(built('mf-manifest.json'))).toEqual({
    ...manifest,
    metaData: {
      publicPath: 'auto',
      remoteEntry: { name: entry, type: 'global', integrity: chunkIntegrity(readFileSync(path('dist', entry))) },
    },
    shared: [{ name: 'react', requiredVersion: '^19.3.0', assets: none }],
    exposes: [{ name: 'app', path: './app', assets: none }],
  })
})

test('hashesOf returns the hashes for preloads of scripts and style sheets only', async () => {
  write('dist/x.json', '{}')
  expect(await hashesOf(path('dist'), ['x.json', 'page.js', 'page.css'])).toEqual({
    'page.js': chunkIntegrity(built('page.js')),
    'page.css': chunkIntegrity(built('page.css')),
  })
})

test('chunkIntegrity returns a SHA-256 hash in the format of browsers', () => {
  expect(chunkIntegrity('')).toBe('sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=')
})
