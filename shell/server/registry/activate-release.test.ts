/** @jest-environment node */

import fc from 'fast-check'
import { RegistrySchema, type Release, remoteNames } from 'shared/contract'
import * as v from 'valibot'
import { activateRelease, emptyRegistry } from './activate-release.ts'

const release = (id: string): Release => ({
  manifest: `/r/mf_auth/${id}/mf-manifest.json`,
  integrity: 'sha384-AAAA',
  shared: '^1.0.0',
})
const activation = (id: string) => ({ name: 'mf_auth', id, release: release(id) }) as const
const after = (...ids: string[]) => ids.map(activation).reduce(activateRelease, emptyRegistry).remotes.mf_auth

test('the first release has nothing to fall back to', () => {
  expect(after('1')).toEqual({ active: '1', fallback: null, releases: { 1: release('1') } })
})

test('the release before becomes the fallback', () => {
  expect(after('1', '2')).toEqual({ active: '2', fallback: '1', releases: { 1: release('1'), 2: release('2') } })
})

test('a release twice is no new release', () => {
  expect(after('1', '2', '2')).toEqual(after('1', '2'))
})

test('back to the release before: the two change places', () => {
  expect(after('1', '2', '1')).toMatchObject({ active: '1', fallback: '2' })
})

test('other remotes are left alone', () => {
  const before = activateRelease(emptyRegistry, { ...activation('1'), name: 'mf_signing' })
  expect(activateRelease(before, activation('9')).remotes.mf_signing).toBe(before.remotes.mf_signing)
})

test('whatever goes live in whatever order, the registry stays one that the shell accepts', () => {
  const activations = fc.array(
    fc.record({ name: fc.constantFrom(...remoteNames), id: fc.constantFrom('1', '2', '3', '4') }),
  )
  fc.assert(
    fc.property(activations, (list) => {
      const registry = list
        .map(({ name, id }) => ({ name, id, release: release(id) }))
        .reduce(activateRelease, emptyRegistry)
      expect(v.safeParse(RegistrySchema, registry).success).toBe(true)
      for (const { name, id } of list.slice(-1)) expect(registry.remotes[name]?.active).toBe(id)
      for (const entry of Object.values(registry.remotes)) {
        expect(entry.fallback).not.toBe(entry.active)
        expect(Object.keys(entry.releases)).toHaveLength(entry.fallback === null ? 1 : 2)
      }
    }),
  )
})
