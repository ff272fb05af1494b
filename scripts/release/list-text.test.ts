import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listText } from './list-text.ts'

const release = { manifest: '/m.json', integrity: 'sha384-AAAA', shared: '^1.0.0' }
const published = new Date(2026, 10, 21, 9, 42)
const kept = (id: string) => ({ id, publishedAt: published, lastNamed: published, bytes: 1_234_567 })

test('the list shows the live release, the canary, the fallback and stored releases', () => {
  const entry = {
    active: '2',
    fallback: '1',
    canary: { release: '3', percent: 5 },
    releases: { 1: release, 2: release, 3: release },
  }
  const [title, ...rows] = listText('mf_auth', entry, ['3', '2', '1', '0'].map(kept))
  assert.equal(title, 'mf_auth')
  assert.deepEqual(
    rows.map((row) => row.trim().split(/ {2,}/)[0]),
    ['en vivo', 'canario, 5 %', 'respaldo', 'guardada'],
  )
  assert.match(rows[0] ?? '', /^ {2}en vivo {7}2 {2}21 nov 2026.* 1,2 MB$/)
})

test('a release with two roles has one line in the list', () => {
  const entry = {
    active: '2',
    fallback: '1',
    canary: { release: '1', percent: 50 },
    releases: { 1: release, 2: release },
  }
  const rows = listText('mf_auth', entry, [kept('2'), kept('1')])
  assert.equal(rows.length, 3)
  assert.match(rows[2] ?? '', /canario, 50 % y respaldo/)
})

test('the list marks a release whose folder is missing', () => {
  const entry = { active: '2', fallback: '1', releases: { 1: release, 2: release } }
  assert.match(listText('mf_auth', entry, [kept('1')])[1] ?? '', /en vivo {3}2 {2}falta en el disco$/)
})

test('the list distinguishes releases withdrawn after crashes from releases rolled back', () => {
  const at = '2026-11-23T12:00:00.000Z'
  const withdrawn = [
    { release: '1', at, why: 'rolled-back' },
    { release: '2', at, why: 'crashes' },
  ] as const
  const entry = { active: '3', fallback: null, withdrawn: [...withdrawn], releases: { 3: release } }
  const text = listText('mf_auth', entry, ['3', '2', '1'].map(kept)).join('\n')
  assert.match(text, /retirada por fallas {2}2 /)
  assert.match(text, /retirada {13}1 /)
})

test('the list shows that a remote has no releases', () => {
  assert.deepEqual(listText('mf_auth', undefined, []), ['mf_auth', '  sin versiones'])
})
