/** @jest-environment node */

import fc from 'fast-check'
import { RegistrySchema, remoteNames } from 'shared/contract'
import * as v from 'valibot'
import {
  activateRelease,
  emptyRegistry,
  endCanary,
  isCleared,
  namedReleases,
  rollBack,
  startCanary,
  withdrawRelease,
} from './activate-release.ts'
import { MAX_CLEARED, MAX_WITHDRAWALS, type StoredRegistry, type StoredRelease } from './stored-registry.ts'

const release = (id: string): StoredRelease => ({
  manifest: `/r/mf_auth/${id}/mf-manifest.json`,
  integrity: 'sha384-AAAA',
  shared: '^1.0.0',
})
const activation = (id: string) => ({ name: 'mf_auth', id, release: release(id) }) as const
const live = (...ids: string[]): StoredRegistry =>
  ids.map(activation).reduce((registry, one) => activateRelease(registry, one), emptyRegistry)
/** Without `cleared`, which grows with each release and has separate tests. */
const named = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (key, inner) => (key === 'cleared' ? undefined : inner)))
const after = (...ids: string[]) => named(live(...ids).remotes.mf_auth)
const tryOut = (registry: StoredRegistry, id: string, percent = 5): StoredRegistry =>
  startCanary(registry, activation(id), percent) ?? emptyRegistry

test('the first release has no fallback', () => {
  expect(after('1')).toEqual({ active: '1', fallback: null, releases: { 1: release('1') } })
})

test('the previous release becomes the fallback', () => {
  expect(after('1', '2')).toEqual({ active: '2', fallback: '1', releases: { 1: release('1'), 2: release('2') } })
})

test('activating the live release again keeps the fallback', () => {
  expect(after('1', '2', '2')).toEqual(after('1', '2'))
})

test.each<[string, readonly string[], readonly string[], string | null]>([
  ['a broken live release is no fallback: the one before it stays', ['1', '2'], ['2'], '1'],
  ['nothing is the fallback if both are broken', ['1', '2'], ['1', '2'], null],
  ['a broken older one changes nothing', ['1', '2'], ['1'], '2'],
])('%s', (_name, before, broken, fallback) => {
  const registry = activateRelease(live(...before), activation('3'), (_remote, id) =>
    broken.includes(id) ? { loads: 9, crashes: 9 } : undefined,
  )
  expect(registry.remotes.mf_auth).toMatchObject({ active: '3', fallback })
})

const AT = '2026-11-23T12:00:00.000Z'
const withdrawal = (id: string) => ({ release: id, at: AT, why: 'crashes' }) as const
const withdrawn = (registry: StoredRegistry, id: string) =>
  withdrawRelease(registry, 'mf_auth', withdrawal(id)).remotes.mf_auth

test('a rolled-back release is not the fallback, not even after the next release', () => {
  const back = rollBack(live('1', '2'), activation('1'), { at: AT })
  expect(back.remotes.mf_auth).toMatchObject({ active: '1', fallback: null, withdrawn: [{ release: '2' }] })
  expect(activateRelease(back, activation('3')).remotes.mf_auth).toMatchObject({ active: '3', fallback: '1' })
})

test('undoing a roll-back makes the intermediate release the fallback again', () => {
  const back = rollBack(live('1', '2'), activation('1'), { at: AT })
  expect(named(rollBack(back, activation('2'), { at: AT }).remotes.mf_auth)).toEqual(after('1', '2'))
})

test('rolling back to the live release only ends the canary', () => {
  expect(named(rollBack(tryOut(live('1', '2'), '3'), activation('2'), { at: AT }))).toEqual(named(live('1', '2')))
})

test('a withdrawn canary leaves the registry and is listed as withdrawn', () => {
  const { withdrawn: listed, ...entry } = withdrawn(tryOut(live('1', '2'), '3'), '3') ?? {}
  expect(named(entry)).toEqual(after('1', '2'))
  expect(listed).toEqual([withdrawal('3')])
})

test('the fallback replaces a withdrawn live release, and the canary continues', () => {
  const entry = withdrawn(tryOut(live('1', '2'), '3'), '2')
  expect(entry).toMatchObject({ active: '1', fallback: null, canary: { release: '3' }, withdrawn: [withdrawal('2')] })
  expect(withdrawn(tryOut(live('1', '2'), '1'), '2')).not.toHaveProperty('canary')
})

test('a withdrawn canary that is also the fallback loses both roles', () => {
  expect(withdrawn(tryOut(live('1', '2'), '1'), '1')).toMatchObject({ active: '2', fallback: null })
})

test.each([
  ['a release that is not named', live('1', '2'), '9'],
  ['the only release', live('1'), '1'],
])('withdrawing %s changes nothing', (_name, registry, id) => {
  expect(withdrawRelease(registry, 'mf_auth', withdrawal(id))).toBe(registry)
})

test('the registry lists the last withdrawals, without releases that are live again', () => {
  let registry = live('0')
  for (let id = 1; id <= MAX_WITHDRAWALS + 2; id += 1)
    registry = withdrawRelease(tryOut(registry, String(id)), 'mf_auth', withdrawal(String(id)))
  expect(registry.remotes.mf_auth?.withdrawn?.map(({ release: id }) => id)).toEqual(
    Array.from({ length: MAX_WITHDRAWALS }, (_, index) => String(index + 3)),
  )
  const again = activateRelease(registry, activation('5')).remotes.mf_auth?.withdrawn
  expect(again?.some(({ release: id }) => id === '5')).toBe(false)
})

test('activating a release does not change other remotes', () => {
  const before = activateRelease(emptyRegistry, { ...activation('1'), name: 'mf_signing' })
  expect(activateRelease(before, activation('9')).remotes.mf_signing).toBe(before.remotes.mf_signing)
})

describe('cleared releases', () => {
  const entryOf = (registry: StoredRegistry) => registry.remotes.mf_auth
  const approval = { publishedBy: 'a', approvedBy: 'b', at: AT }

  test('a release stays cleared after others replaced it, and after it was withdrawn', () => {
    const entry = entryOf(withdrawRelease(tryOut(live('1', '2', '3'), '4'), 'mf_auth', withdrawal('4')))
    for (const id of ['1', '2', '3', '4']) expect(isCleared(entry, activation(id))).toBe(true)
    expect(isCleared(entry, activation('5'))).toBe(false)
    expect(isCleared(undefined, activation('1'))).toBe(false)
  })

  test('other files under the name of a cleared release are not cleared', () => {
    const other = { ...activation('1'), release: { ...release('1'), files: 'sha384-BBBB' } }
    expect(isCleared(entryOf(live('1', '2')), other)).toBe(false)
    const replaced = entryOf(activateRelease(live('1', '2'), other))
    expect([isCleared(replaced, other), isCleared(replaced, activation('1'))]).toEqual([true, false])
  })

  test('the entry keeps who approved a release, also when it is made live again', () => {
    const approved = activateRelease(live('1'), { ...activation('2'), approval })
    const again = activateRelease(activateRelease(approved, activation('3')), activation('2'))
    expect(entryOf(again)?.cleared?.find((one) => one.release === '2')).toMatchObject({ approval })
  })

  test('the registry of an older site clears the releases that it names, and nothing else', () => {
    const older = named(live('0', '1', '2'))
    for (const entry of [entryOf(older), entryOf(activateRelease(older, activation('3')))]) {
      expect(['1', '2'].every((id) => isCleared(entry, activation(id)))).toBe(true)
      expect(isCleared(entry, activation('0'))).toBe(false)
    }
  })

  test('the list of cleared releases drops the oldest beyond its limit', () => {
    const ids = Array.from({ length: MAX_CLEARED + 1 }, (_, index) => String(index))
    const entry = entryOf(live(...ids))
    expect(entry?.cleared).toHaveLength(MAX_CLEARED)
    expect([isCleared(entry, activation('0')), isCleared(entry, activation('1'))]).toEqual([false, true])
  })
})

test('starting a canary keeps the live release and the fallback', () => {
  expect(named(tryOut(live('1', '2'), '3').remotes.mf_auth)).toEqual({
    active: '2',
    fallback: '1',
    canary: { release: '3', percent: 5 },
    releases: { 1: release('1'), 2: release('2'), 3: release('3') },
  })
})

test('a second canary changes the percentage or replaces the canary release', () => {
  const tried = tryOut(live('1', '2'), '3')
  expect(tryOut(tried, '3', 50).remotes.mf_auth?.canary).toEqual({ release: '3', percent: 50 })
  expect(Object.keys(tryOut(tried, '4').remotes.mf_auth?.releases ?? {})).toEqual(['1', '2', '4'])
})

test('ending a canary keeps the live release', () => {
  expect(named(endCanary(tryOut(live('1', '2'), '3'), 'mf_auth'))).toEqual(named(live('1', '2')))
  expect(endCanary(live('1', '2'), 'mf_auth')).toEqual(live('1', '2'))
})

test('activating any release ends the canary', () => {
  const tried = tryOut(live('1', '2'), '3')
  expect(named(activateRelease(tried, activation('3')).remotes.mf_auth)).toEqual(after('2', '3'))
  expect(named(activateRelease(tried, activation('2')).remotes.mf_auth)).toEqual(after('1', '2'))
})

test('a canary needs a live release that is not the canary itself', () => {
  expect(startCanary(emptyRegistry, activation('1'), 5)).toBeUndefined()
  expect(startCanary(live('1'), activation('1'), 5)).toBeUndefined()
})

test('any sequence of changes gives a registry that the shell accepts', () => {
  const step = fc.record({
    name: fc.constantFrom(...remoteNames),
    id: fc.constantFrom('1', '2', '3', '4'),
    kind: fc.constantFrom('live', 'live', 'canary', 'end', 'back', 'withdraw'),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const registry = steps.reduce<StoredRegistry>((before, { name, id, kind }) => {
        const wanted = { name, id, release: release(id) }
        if (kind === 'end') return endCanary(before, name)
        if (kind === 'withdraw') return withdrawRelease(before, name, withdrawal(id))
        if (kind === 'back') return rollBack(before, wanted, { at: AT })
        return kind === 'live' ? activateRelease(before, wanted) : (startCanary(before, wanted, 5) ?? before)
      }, emptyRegistry)
      expect(v.safeParse(RegistrySchema, registry).success).toBe(true)
      for (const entry of Object.values(registry.remotes)) {
        if (!entry) throw new Error('an entry is missing')
        const { active, fallback, canary, releases, withdrawn: gone = [] } = entry
        expect(fallback).not.toBe(active)
        expect(canary?.release).not.toBe(active)
        const named = new Set([active, fallback ?? active, canary?.release ?? active])
        expect(new Set(Object.keys(releases))).toEqual(named)
        expect(gone.filter(({ release: one }) => named.has(one))).toEqual([])
      }
      expect(namedReleases(registry)).toHaveLength(
        Object.values(registry.remotes).reduce((sum, entry) => sum + Object.keys(entry?.releases ?? {}).length, 0),
      )
    }),
  )
})
