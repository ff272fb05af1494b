import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import * as v from 'valibot'
import { RemoteAppSchema } from '../../../shared/src/contract/site/remote.ts'
import { tinyRelease } from './tiny-release.ts'

test('a shell accepts the container of a small release, and its pages say that they will be back', async () => {
  const plan = { name: 'mf_example', contract: 1, shared: '*', routes: ['/example'], slots: ['summary'] }
  const window: Record<string, { get(request: string): Promise<() => { default: unknown }> }> = {}
  runInNewContext(tinyRelease(plan, '1').files['remoteEntry.js'] ?? '', { window })
  const factory = await window.mf_example?.get('./app')
  const app = v.parse(RemoteAppSchema, factory?.().default)
  assert.deepEqual([app.name, Object.keys(app.slots)], ['mf_example', ['summary']])
  const shown = app.routes.map(({ path, Component }) => [path, (Component as () => unknown)()])
  assert.deepEqual(shown, [['/example', 'Se está comprobando cómo se publica aquí. Esta página vuelve en un momento.']])
})
