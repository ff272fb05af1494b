import assert from 'node:assert/strict'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { importsOf } from '../read-imports.ts'
import { inWorkspace } from '../workspace.ts'
import { buildPackage } from './build-package.ts'

const folder = mkdtempSync(join(tmpdir(), 'trazo-package-'))
before(() => buildPackage(folder))
after(() => rmSync(folder, { recursive: true, force: true }))

const files = (pattern = '**/*'): string[] =>
  globSync(pattern, { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile())
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
const manifest = () => JSON.parse(read('package.json'))

test('the package has declarations and no tests, servers, sources or build leftovers', () => {
  const packed = files()
  assert.deepEqual(
    packed.filter((file) => /\.test\.|^server\/|(?<!\.d)\.tsx?$|\.tsbuildinfo$/.test(file)),
    [],
  )
  for (const script of packed.filter((file) => file.endsWith('.js')))
    assert.ok(packed.includes(script.replace(/js$/, 'd.ts')), script)
})

test('no file of the package contains a path of this machine', () => {
  assert.deepEqual(
    files().filter((file) => [inWorkspace(), tmpdir()].some((path) => read(file).includes(path))),
    [],
  )
})

test('each export and each command of the package has a file', () => {
  const { exports, bin } = manifest()
  const named: string[] = [...Object.values<string>(exports), ...Object.values<string>(bin)]
  assert.deepEqual(
    named.filter((file) => !existsSync(join(folder, file))),
    [],
  )
  assert.ok('./contract' in exports && !('./server' in exports))
})

/** Other libraries load them. */
const INDIRECT = ['@testing-library/dom', 'react-refresh', 'typescript']
/** Declarations are resolved to them. */
const TYPES = ['@types/react']

const libraryOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

test('the package declares exactly the libraries that its files import, with exact versions', () => {
  const { dependencies } = manifest()
  const imported = files('**/*.{js,mjs,cjs,ts}')
    .flatMap((file) => importsOf(file, read(file)).map(({ specifier }) => specifier))
    .filter((specifier) => !/^(?:\.|node:)/.test(specifier) && !builtinModules.includes(specifier))
    .map(libraryOf)
    // An alias of the build leads from the harness to the remote.
    .filter((library) => !['shared', 'remote-app'].includes(library))
  assert.deepEqual(Object.keys(dependencies).sort(), [...new Set([...imported, ...INDIRECT, ...TYPES])].sort())
  for (const [library, version] of Object.entries<string>(dependencies))
    assert.match(version, /^\d+\.\d+\.\d+$/, library)
})
