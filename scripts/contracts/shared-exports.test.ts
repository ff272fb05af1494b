import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { offeredExports, usedExports } from '../../shared/build/release/shared-exports.ts'
import { inWorkspace } from '../workspace.ts'

const SOURCES = {
  'node_modules/kit/package.json': '{"name":"kit","version":"1.0.0","sideEffects":false,"type":"module"}',
  'node_modules/kit/index.js': "export * from './more.js'; export const Button = { small: 1 }; export default 5",
  'node_modules/kit/more.js': 'export const Ring = 1; export const Alert = 2; export const Later = 3',
  'src/app.js':
    "import { Button, Ring as Circle } from 'kit'; export * from './used.js'; console.log(Button.small, Circle)",
  'src/used.js':
    "export { Alert } from 'kit'; export const later = async () => { const { Later } = await import('kit'); return Later }",
  'src/never.js': "export { default } from 'kit'",
}

type Graph = Parameters<typeof usedExports>[0]
interface Stats {
  readonly compilation: Graph
  hasErrors(): boolean
}

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-exports-'))
  for (const [file, content] of Object.entries(SOURCES)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
})
after(() => rmSync(folder, { recursive: true }))

// The root package has no bundler.
const requireOfShared = createRequire(inWorkspace('shared/package.json'))
const webpack = requireOfShared('webpack')
const { ModuleFederationPlugin } = requireOfShared('@module-federation/enhanced/webpack')

const compile = (federation: object, entry: object): Promise<Graph> =>
  new Promise((resolve, reject) => {
    const shared = { kit: { singleton: true, requiredVersion: '^1.0.0', version: '1.0.0', ...federation } }
    const compiler = webpack({
      mode: 'production',
      devtool: false,
      optimization: { minimize: false },
      context: folder,
      output: { path: join(folder, 'dist') },
      plugins: [new ModuleFederationPlugin({ name: 'probe', dts: false, manifest: false, shared, ...entry })],
      entry: 'exposes' in entry ? {} : './src/app.js',
    })
    compiler.run((error: Error | null, stats: Stats | undefined) => {
      compiler.close(() => undefined)
      if (error || !stats || stats.hasErrors()) reject(error ?? new Error(String(stats)))
      else resolve(stats.compilation)
    })
  })

test('the analysis finds exactly the exports that a remote uses, including those in lazy chunks', async () => {
  const remote = await compile({ import: false }, { filename: 'entry.js', exposes: { './app': './src/app.js' } })
  assert.deepEqual(usedExports(remote), { kit: ['Alert', 'Button', 'Later', 'Ring'] })
})

test('the analysis finds all exports that a shell offers, used or unused', async () => {
  const shell = await compile({}, {})
  assert.deepEqual(offeredExports(shell), { kit: ['Alert', 'Button', 'Later', 'Ring', 'default'] })
})
