import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSwitch } from './release.ts'

const entry = (active: string, fallback: string | null, canary?: { release: string; percent: number }) => ({
  active,
  fallback,
  ...(canary ? { canary } : {}),
})
const canary = { release: '3', percent: 5 }
const outcomes = [
  [{ kind: 'build' }, undefined, entry('1', null), '1 está en vivo'],
  [{ kind: 'build' }, entry('1', null), entry('2', '1'), '2 está en vivo; de respaldo queda 1'],
  [{ kind: 'build' }, entry('2', '1', canary), entry('2', '1'), '2 ya estaba en vivo; terminó la prueba'],
  [{ kind: 'to', release: '1' }, entry('2', '1'), entry('1', '2'), '1 está en vivo; de respaldo queda 2'],
  [{ kind: 'end-canary' }, entry('2', '1', canary), entry('2', '1'), 'terminó la prueba de 3; sigue en vivo 2'],
  [{ kind: 'end-canary' }, entry('2', '1'), entry('2', '1'), 'no había ninguna prueba; sigue en vivo 2'],
  [{ kind: 'approve', release: '2' }, entry('1', null), entry('2', '1'), '2 está en vivo; de respaldo queda 1'],
  [{ kind: 'end-canary' }, undefined, undefined, 'no tiene ninguna versión'],
] as const
for (const [wish, from, to, text] of outcomes)
  test(`the release command reports: ${text}`, () => {
    assert.equal(describeSwitch({ name: 'mf_auth', wish }, { before: from, after: to }), `mf_auth: ${text}.`)
  })
