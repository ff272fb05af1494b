import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenIn } from '../../shell/server/release-health/broken-releases.ts'
import type { ReleaseHealth } from '../../shell/server/release-health/health-file.ts'
import { addCounts, type LoadCounts, type LoadTally } from '../../shell/server/release-health/tally.ts'
import { healthText } from './health-text.ts'

const rule = { factor: 1.5, minLoads: 200, distrustedGroups: 3 }
const reported = (health: ReleaseHealth) => ({ health, broken: brokenIn(health, rule) })
const release = { manifest: '/m.json', integrity: 'sha384-AAAA', shared: '^1.0.0' }
const entry = { active: '2', fallback: null, releases: { 2: release } }

const everywhere = (counts: Partial<LoadCounts>): LoadTally =>
  Array.from({ length: 32 }, (_, group) => String(group)).reduce<LoadTally>(
    (tally, group) => addCounts(tally, group, counts),
    {},
  )

test('a live release that fails for most people has a line that says what to do', () => {
  const crashing = everywhere({ loads: 10, errors: 9, crashes: 9, mounts: 1 })
  assert.deepEqual(healthText('mf_auth', entry, reported({ 'mf_auth/2': crashing })), [
    '  2 falla en 288 de 320 cargas. Pon otra en vivo: pnpm release mf-auth --to <versión>',
  ])
})

test('refused styles have a line for each release that runs', () => {
  const health = { 'mf_auth/2': everywhere({ loads: 10, mounts: 10, blocked: 1 }) }
  assert.deepEqual(healthText('mf_auth', entry, reported(health)), [
    '  2: la política del sitio bloqueó estilos o scripts suyos en 32 de 320 cargas.',
  ])
})

test('a healthy live release, and one without reports, have no line', () => {
  assert.deepEqual(healthText('mf_auth', entry, reported({ 'mf_auth/2': everywhere({ loads: 10, mounts: 10 }) })), [])
  assert.deepEqual(healthText('mf_auth', entry, reported({})), [])
  assert.deepEqual(healthText('mf_auth', undefined, reported({})), [])
})
