/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack from 'webpack'
import type { ShareScope } from '../../src/federation/share-scope.ts'
import type { RemoteContainer } from '../../src/host/loading/container.ts'
import { AppInEntryPlugin } from './app-in-entry.ts'
import { LEND_RUNTIME, remoteRuntime, sharingHost } from './federation-runtime.ts'
import { scriptRule } from './rules.ts'
import { sharedModules } from './sharing.ts'

const SOURCES = {
  'node_modules/react/package.json': '{"name":"react","version":"19.3.1","main":"index.js"}',
  'node_modules/react/index.js':
    'exports.owner = "the page"; exports.runs = (globalThis.runs = (globalThis.runs ?? 0) + 1)',
  'src/page.js': "import * as react from 'react'; globalThis.reactOfPage = react",
  'src/app.js':
    "import { owner } from 'react'; export const direct = owner; export const later = () => import(/* webpackChunkName: 'later' */ './later.js')",
  'src/later.js': "import * as react from 'react'; export default react",
  'src/whole.js':
    "const { federation } = __webpack_require__; globalThis.trazoFederation = federation; globalThis.newScope = () => { federation.instance.initializeSharing('default'); return federation.instance.shareScopeMap.default }; globalThis.start = () => import('./page.js')",
  'src/styled.js': "import './styled.css'; export { direct } from './app.js'",
  'src/styled.css': 'p { color: red }',
}

let folder: string
const path = (...names: string[]): string => join(folder, ...names)

const build = (name: string, options: webpack.Configuration): Promise<webpack.Compilation> =>
  new Promise((resolve, reject) => {
    const compiler = webpack({
      mode: 'production',
      target: ['web', 'es2022'],
      context: folder,
      devtool: false,
      resolve: { extensions: ['.ts', '.js'] },
      module: {
        rules: [
          scriptRule(false),
          { test: /\.css$/, use: [MiniCssExtractPlugin.loader, require.resolve('css-loader')] },
        ],
      },
      ...options,
      output: { path: path(name), publicPath: `/${name}/`, filename: '[name].js', uniqueName: name },
      plugins: [...(options.plugins ?? []), new MiniCssExtractPlugin()],
    })
    compiler.run((error, stats) => {
      compiler.close(() => undefined)
      if (error || !stats || stats.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')))
      else resolve(stats.compilation)
    })
  })

const remote = (name: string, app = './src/app.js', range?: string) => {
  const shared = sharedModules({ name: 'mf_signing' }, 'release')
  const react = { ...shared.react, ...(range ? { requiredVersion: range } : {}) }
  return build(name, {
    entry: {},
    plugins: [
      new ModuleFederationPlugin({
        name,
        filename: 'entry.js',
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        shared: { ...shared, react },
        exposes: { './app': { import: app, name: 'app' } },
      }),
      ...remoteRuntime(),
      new AppInEntryPlugin(name, 'app'),
    ],
  })
}

interface Script {
  src: string
  onload?: (event: object) => void
  onerror?: (event: object) => void
}

/** Files that the network does not deliver. */
const missing = new Set<string>()

/** A page with the scripts of the builds. */
const openPage = (host = 'host') => {
  const requested: string[] = []
  const run = (src: string) => runInContext(readFileSync(path(src), 'utf8'), page)
  const deliver = (script: Script): void => {
    requested.push(script.src)
    const type = missing.has(script.src) ? 'error' : 'load'
    if (type === 'load') run(script.src)
    script[`on${type}`]?.({ type, target: script })
  }
  const document = {
    createElement: () => ({ setAttribute: () => undefined }),
    getElementsByTagName: () => [],
    head: { appendChild: (script: Script) => setImmediate(deliver, script) },
  }
  const page = createContext({ document, location: { origin: 'http://site' }, setTimeout, clearTimeout, console })
  const global = (name: string): unknown => runInContext(name, page)
  const window = global('globalThis')
  Object.assign(page, { window, self: window })
  Object.assign(document, { defaultView: window })
  run(`/${host}/main.js`)
  const container = (name: string): RemoteContainer => {
    run(`/${name}/entry.js`)
    return global(name) as RemoteContainer
  }
  return { requested, global, container }
}

interface App {
  readonly direct: string
  later(): Promise<{ default: object }>
}

/** As the loader of hosts does (`src/host/loading/container.ts`). */
const appOf = async (page: ReturnType<typeof openPage>, name: string): Promise<App> => {
  const container = page.container(name)
  await container.init(page.global('newScope()') as ShareScope, [], {})
  const factory = (await container.get('./app')) as () => App
  return factory()
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-shares-'))
  for (const [name, content] of Object.entries(SOURCES)) {
    mkdirSync(dirname(path(name)), { recursive: true })
    writeFileSync(path(name), content)
  }
  writeFileSync(
    path('src/main.ts'),
    `import { scopeOfPage } from ${JSON.stringify(join(dirname(LEND_RUNTIME), 'page-scope'))}
     import { copyScope } from ${JSON.stringify(join(dirname(LEND_RUNTIME), 'share-scope'))}
     Object.assign(globalThis, { newScope: () => copyScope(scopeOfPage() ?? {}), start: () => import('./page.js') })`,
  )
  await build('host', { entry: { main: [LEND_RUNTIME, './src/main.ts'] }, plugins: sharingHost('host') })
  // As earlier shells lend it.
  const whole = { name: 'whole', shareStrategy: 'loaded-first', dts: false, manifest: false } as const
  const { react } = sharedModules({ name: 'shell' }, 'release')
  await build('whole', {
    entry: './src/whole.js',
    plugins: [new ModuleFederationPlugin({ ...whole, shared: react ? { react } : {} })],
  })
  await remote('first')
  await remote('second')
  await remote('strict', './src/app.js', '^20.0.0')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the page and all remotes run one React, the page’s, and remotes contain none', async () => {
  const page = openPage()
  const apps = [await appOf(page, 'first'), await appOf(page, 'second')]
  expect(apps.map(({ direct }) => direct)).toEqual(['the page', 'the page'])
  await page.global('start()')
  const [first, second] = await Promise.all(apps.map(({ later }) => later()))
  expect(first?.default).toEqual({ owner: 'the page', runs: 1 })
  expect(second?.default).toEqual(first?.default)
  expect(page.global('reactOfPage.runs')).toBe(1)
  expect(page.global('runs')).toBe(1)
  for (const name of ['first', 'second']) expect(readFileSync(path(name, 'entry.js'), 'utf8')).not.toContain('the page')
})

test('the page takes its own modules directly, and a remote’s app is part of its entry', async () => {
  const page = openPage()
  await appOf(page, 'first')
  expect(page.requested).toEqual([expect.stringMatching(/^\/host\/\d+\.js$/)])
  const waits = /\.consumes=/
  expect(readFileSync(path('host/main.js'), 'utf8')).not.toMatch(waits)
  expect(readFileSync(path('first/entry.js'), 'utf8')).toMatch(waits)
})

test('a version that does not fit rejects the initialisation, before the app runs', async () => {
  const page = openPage()
  await expect(appOf(page, 'strict')).rejects.toThrow(
    'react 19.3.1 of host does not satisfy the requirement of strict, which needs ^20.0.0',
  )
  expect(page.requested).toEqual([])
})

test('a download of a shared module that failed is repeated by the next attempt', async () => {
  const page = openPage()
  await appOf(page, 'first')
  const [react = ''] = page.requested
  const again = openPage()
  missing.add(react)
  await expect(appOf(again, 'first')).rejects.toThrow('Loading chunk')
  missing.clear()
  await expect(appOf(again, 'first')).resolves.toHaveProperty('direct', 'the page')
  expect(again.requested).toEqual([react, react])
})

test('an app with style sheets stays a separate file, because no page would load those of an entry', async () => {
  const styled = await remote('styled', './src/styled.js')
  expect(Object.keys(styled.assets).sort()).toEqual(['app.css', 'app.js', 'entry.js', 'later.js'])
  const first = await remote('first')
  expect(Object.keys(first.assets).sort()).toEqual(['entry.js', 'later.js'])
})

test('a remote also runs on a page that lends the whole runtime, which then forgets failures, too', async () => {
  const page = openPage('whole')
  const app = await appOf(page, 'first')
  expect(app.direct).toBe('the page')
  const { default: react } = await app.later()
  await page.global('start()')
  expect(react).toEqual({ owner: 'the page', runs: 1 })
  expect(page.global('runs')).toBe(1)
  const file = page.requested.find((src) => src.startsWith('/whole/')) ?? ''

  const again = openPage('whole')
  missing.add(file)
  await expect(appOf(again, 'first')).rejects.toThrow('Loading chunk')
  missing.clear()
  await expect(appOf(again, 'first')).resolves.toHaveProperty('direct', 'the page')
})
