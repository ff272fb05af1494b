import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ImportGraph, readExports, readImportGraph } from '../import-graph.ts'
import { readSources } from '../stats/sources.ts'
import { inWorkspace, testedPackages } from '../workspace.ts'
import { cyclesOfApi, forbiddenImports, importsFastify, readIn, strayFastify } from './api-layers.ts'

const files = readSources('ts')
  .map(({ file }) => file)
  .filter((file) => file.startsWith('api/'))
const graph = readImportGraph(inWorkspace(), files, readExports(inWorkspace(), testedPackages))

test('the layers of the API import only downwards', () => {
  assert.ok(files.length > 500)
  assert.deepEqual(forbiddenImports(graph), [])
})

test('the API has no import cycle between files or between folders', () => {
  assert.deepEqual(cyclesOfApi(graph), [])
})

test('only routes, the HTTP platform and the composition root import Fastify', () => {
  assert.deepEqual(strayFastify(files, readIn(inWorkspace())), [])
})

const importing = (from: string, to: string): ImportGraph => new Map([[from, [to]]])

const app = 'api/src/app/app.ts'
const domain = 'api/src/domain/fields/create-field.ts'
const operations = 'api/src/operations/doctor/main.ts'
const platform = 'api/src/platform/clock.ts'
const refused: readonly (readonly [string, string])[] = [
  [platform, domain],
  [platform, operations],
  [platform, app],
  [platform, 'pdf/src/index.ts'],
  [platform, 'shared/src/http/request.ts'],
  [platform, 'shared/src/evidence/index.ts'],
  [domain, operations],
  [domain, app],
  [domain, 'shared/src/http/request.ts'],
  [domain, 'shared/src/ui/Button.tsx'],
  [operations, app],
  ['api/src/stray.ts', platform],
  ['api/src/helpers/stray.ts', platform],
]
const accepted: readonly (readonly [string, string])[] = [
  [app, domain],
  [app, operations],
  [app, platform],
  [operations, domain],
  [operations, platform],
  [domain, platform],
  [domain, 'pdf/src/index.ts'],
  [domain, 'shared/src/contract/index.ts'],
  [platform, 'shared/src/contract/errors.ts'],
  [platform, 'shared/server/index.ts'],
  [domain, 'shared/server/index.ts'],
  ['api/src/platform/clock.test.ts', app],
  ['api/src/platform/test-support/scene.ts', app],
]

for (const [from, to] of refused)
  test(`${from} may not import ${to}`, () => {
    assert.equal(forbiddenImports(importing(from, to)).length, 1)
  })

for (const [from, to] of accepted)
  test(`${from} may import ${to}`, () => {
    assert.deepEqual(forbiddenImports(importing(from, to)), [])
  })

const pairs = (...edges: readonly (readonly [string, string])[]): ImportGraph =>
  new Map(edges.map(([from, to]) => [`api/src/${from}.ts`, [`api/src/${to}.ts`]]))

test('the check finds cycles of files, of folders, and of a folder with its subfolder', () => {
  assert.deepEqual(cyclesOfApi(pairs(['domain/a/one', 'domain/a/two'], ['domain/a/two', 'domain/a/one'])), [
    'api/src/domain/a/one.ts ↔ api/src/domain/a/two.ts',
  ])
  const folders = pairs(['domain/a/one', 'domain/b/two'], ['domain/b/three', 'domain/a/four'])
  assert.deepEqual(cyclesOfApi(folders), ['api/src/domain/a ↔ api/src/domain/b'])
  const nested = pairs(['domain/a/one', 'domain/a/in/two'], ['domain/a/in/three', 'domain/a/four'])
  assert.deepEqual(cyclesOfApi(nested), ['api/src/domain/a ↔ api/src/domain/a/in'])
  const held = pairs(['domain/a/x/one', 'domain/b/two'], ['domain/b/three', 'domain/a/y/four'])
  assert.deepEqual(cyclesOfApi(held), ['api/src/domain/a ↔ api/src/domain/b'])
})

test('the check treats a file directly in a layer as a separate unit', () => {
  const through = pairs(['platform/http/one', 'platform/clock'], ['platform/services', 'platform/http/two'])
  assert.deepEqual(cyclesOfApi(through), [])
  const cycle = pairs(['platform/http/one', 'platform/services'], ['platform/services', 'platform/http/two'])
  assert.deepEqual(cyclesOfApi(cycle), ['api/src/platform/http ↔ api/src/platform/services.ts'])
})

test('the check recognises Fastify and its plug-ins in every form of import', () => {
  for (const source of [
    "import type { FastifyRequest } from 'fastify'",
    "import multipart from '@fastify/multipart'",
    "declare module 'x' {}\nimport type {} from '@fastify/swagger'",
    "type Request = import('fastify').FastifyRequest",
    "const load = () => import(/* later */ 'fastify')",
    "export type { FastifyReply } from 'fastify'",
  ])
    assert.ok(importsFastify('a.ts', source), source)
  assert.ok(!importsFastify('a.ts', "import { route } from '../http/route.ts'"))
})

test('the check names Fastify imports outside routes, HTTP platform, composition root and tests', () => {
  const read = (): string => "import type { FastifyRequest } from 'fastify'"
  const names = [
    'api/src/domain/documents/routes.ts',
    'api/src/platform/http/route.ts',
    'api/src/app/app.ts',
    'api/src/domain/documents/download.ts',
    'api/src/platform/mail/relay.ts',
    'api/src/domain/documents/download.test.ts',
    'api/test/support/calls.ts',
  ]
  assert.deepEqual(strayFastify(names, read), [
    'api/src/domain/documents/download.ts',
    'api/src/platform/mail/relay.ts',
  ])
})
