import * as v from 'valibot'
import { AddedMountsSchema, addedMounts, mountBelow } from './added-mounts.ts'
import { mounts } from './paths.ts'
import { parseRegistry } from './registry.ts'
import { isRemoteName } from './remote.ts'

const mount = { prefix: '/reportes', access: 'session', title: 'Reportes', menu: 'Reportes' }
const accepts = (...given: readonly unknown[]) => v.is(AddedMountsSchema, given)

test('the schema accepts a mount with Spanish texts, with and without a menu item', () => {
  expect(accepts(mount, { ...mount, prefix: '/informes-2026', title: 'Informes (año 2026)', menu: undefined })).toBe(
    true,
  )
})

test.each([
  '/login',
  '/sign',
  '/verify',
  '/home',
  '/api',
  '/r',
  '/o',
  '/',
  '',
  'reportes',
  '//evil',
  '/reportes/',
  '/reportes/x',
  '/Reportes',
  '/:id',
  '/*',
  '/..',
  '/registry.json',
  '/%6cogin',
  '/constructor/x',
  `/${'a'.repeat(40)}`,
])('the schema refuses the prefix %s', (prefix) => expect(accepts({ ...mount, prefix })).toBe(false))

test('the schema refuses the first segment of every built-in page as a prefix', () => {
  for (const { path } of mounts) expect(accepts({ ...mount, prefix: `/${path.split('/')[1]}` })).toBe(false)
})

test.each([
  ['an unknown access', { access: 'admin' }],
  ['an access of the prototype', { access: 'constructor' }],
  ['an empty title', { title: '' }],
  ['HTML', { title: '<b>Reportes</b>' }],
  ['a long title', { title: 'a'.repeat(61) }],
  ['a long item', { menu: 'a'.repeat(25) }],
  ['a hidden character', { menu: 'Inicio\u202e' }],
  ['a letter that looks like another', { menu: 'Ini\u0441io' }],
  ['a line break', { title: 'Re\nportes' }],
])('the schema refuses a mount with %s', (_name, change) => expect(accepts({ ...mount, ...change })).toBe(false))

test.each([
  ['mf_reports', true],
  ['mf_reports_2026', true],
  ['mf_', false],
  ['mf__proto__', false],
  ['__proto__', false],
  ['constructor', false],
  ['location', false],
  ['mf_../../etc', false],
  ['mf-reports', false],
  [`mf_${'a'.repeat(38)}`, false],
])('%s is a valid name of a remote: %s', (name, expected) => expect(isRemoteName(name)).toBe(expected))

const integrity = `sha384-${'A'.repeat(64)}`
const entry = (name: string, ...given: readonly unknown[]) => ({
  active: '1',
  fallback: null,
  releases: { '1': { manifest: `/r/${name}/1/mf-manifest.json`, integrity, shared: '^1.0.0' } },
  mounts: given,
})
const read = (remotes: object) => parseRegistry({ version: 1, remotes })

test('a page ignores unreadable entries of the registry, and mounts that are not allowed', () => {
  const text = JSON.stringify({
    mf_auth: entry('mf_auth', { ...mount, prefix: '/perfil' }),
    mf_reports: entry('mf_reports', mount),
    mf_evil: entry('mf_evil', { ...mount, prefix: '/login' }),
    mf_future: { channels: [] },
    constructor: entry('constructor', mount),
  }).replace('"mf_future"', '"__proto__":{"mf_x":1},"mf_future"')
  const { remotes } = read(JSON.parse(text))
  expect(Object.keys(remotes)).toEqual(['mf_auth', 'mf_reports', 'mf_evil'])
  expect(addedMounts(remotes)).toEqual([{ ...mount, remote: 'mf_reports', access: { kind: 'session' } }])
})

test('a prefix that two remotes mount belongs to neither remote', () => {
  const other = { ...mount, prefix: '/otros' }
  const { remotes } = read({ mf_reports: entry('mf_reports', mount, other), mf_evil: entry('mf_evil', mount) })
  expect(addedMounts(remotes).map(({ prefix }) => prefix)).toEqual(['/otros'])
})

test('mountBelow finds the mount of a page as the router does', () => {
  expect(mountBelow([mount], '/Reportes/2026')).toBe(mount)
  expect(mountBelow([mount], '/reportes-2026')).toBeUndefined()
  expect(mountBelow([mount], '/')).toBeUndefined()
})
