/** @jest-environment jsdom */
import type { RemoteEntry } from 'shared/contract'
import { avoidedRelease, avoidRelease, resolveEntry, rollDice } from './resolve-entry.ts'

const release = { manifest: '/m.json', integrity: 'sha384-AAAA', shared: '^1.0.0' }
const entry = (more: Partial<RemoteEntry> = {}): RemoteEntry => ({
  active: '2',
  fallback: '1',
  releases: { 1: release, 2: release, 3: release },
  ...more,
})
const canary = { release: '3', percent: 5 }

test.each([
  ['without a canary', entry(), 0, { active: '2', fallback: '1' }],
  ['within its share', entry({ canary }), 4, { active: '3', fallback: '2' }],
  ['outside of it', entry({ canary }), 5, { active: '2', fallback: '1' }],
  ['the last number of all', entry({ canary: { ...canary, percent: 99 } }), 99, { active: '2', fallback: '1' }],
  ['the first remote of all', entry({ fallback: null, canary }), 0, { active: '3', fallback: '2' }],
  ['a canary that has become live', entry({ canary: { ...canary, release: '2' } }), 0, { active: '2', fallback: '1' }],
])('resolveEntry chooses the release for a tab: %s', (_name, given, dice, plan) => {
  expect(resolveEntry(given, () => dice)).toEqual(plan)
})

test.each([
  ['the live release', entry(), '2', { active: '1', fallback: null }],
  ['the canary', entry({ canary }), '3', { active: '2', fallback: null }],
  ['a release that is no longer loaded', entry(), '9', { active: '2', fallback: '1' }],
  ['the only release', entry({ fallback: null }), '2', { active: '2', fallback: null }],
])('resolveEntry chooses the release for a tab that avoids %s', (_name, given, avoided, plan) => {
  expect(resolveEntry(given, () => 0, avoided)).toEqual(plan)
})

test('a tab without storage avoids no release', () => {
  const denied = new DOMException('denied', 'SecurityError')
  for (const method of ['getItem', 'setItem'] as const)
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw denied
    })
  avoidRelease('mf_auth', '2')
  expect(avoidedRelease('mf_auth')).toBeNull()
  jest.restoreAllMocks()
})

test('resolveEntry draws no number when there is no canary', () => {
  const dice = jest.fn(() => 0)
  resolveEntry(entry(), dice)
  expect(dice).not.toHaveBeenCalled()
})

describe('the number that assigns a tab to a canary', () => {
  beforeEach(() => sessionStorage.clear())

  test('a tab keeps its number after the first draw', () => {
    expect(rollDice(() => 0.9999)).toBe(99)
    expect(rollDice(() => 0)).toBe(99)
  })

  test('a tab keeps the number 0, too', () => {
    expect(rollDice(() => 0)).toBe(0)
    expect(rollDice(() => 0.5)).toBe(0)
  })

  test('a new number replaces an invalid stored number', () => {
    sessionStorage.setItem('trazo.mf.dice', '-1')
    expect(rollDice(() => 0.42)).toBe(42)
    expect(sessionStorage.getItem('trazo.mf.dice')).toBe('42')
  })

  test('a browser without storage takes part in no canary', () => {
    const denied = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(rollDice(() => 0)).toBe(100)
    denied.mockRestore()
  })
})
