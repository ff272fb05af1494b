/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { refusedLicences } from '../checks/licences.ts'
import { isAllowedLicence, LIBERATION_FONTS } from './allowed.ts'
import { licenceOf, packageFolder, sortLicences } from './licence.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-licences-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, content: string | object): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
}

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['(MIT AND Zlib)', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-2.0-only', false],
  ['AGPL-3.0-or-later', false],
  ['LGPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
  ['(MIT OR Apache-2.0) AND (GPL-3.0-only)', false],
  ['GPL-3.0-only AND (ISC OR MIT OR Zlib)', false],
  [LIBERATION_FONTS.licence, false],
  ['', false],
])('the licence %s may be shipped to browsers: %s', (licence, allowed) =>
  expect(isAllowedLicence({ name: 'some', licence }, 'browser')).toBe(allowed),
)

test('only the Liberation fonts may have the GPL, and only with the font exception', () => {
  expect(isAllowedLicence(LIBERATION_FONTS, 'browser')).toBe(true)
  expect(isAllowedLicence({ ...LIBERATION_FONTS, licence: 'GPL-2.0-only' }, 'browser')).toBe(false)
})

test('servers may use weak copyleft licences, but browsers may not', () => {
  const licence = { name: 'some', licence: 'MPL-2.0' }
  expect([isAllowedLicence(licence, 'server'), isAllowedLicence(licence, 'browser')]).toEqual([true, false])
  expect(isAllowedLicence({ name: 'some', licence: 'AGPL-3.0-only' }, 'server')).toBe(false)
})

test('a refusal names the package and its licence problem', () => {
  const licences = [
    { name: 'a', version: '1.0.0', licence: '', text: 'All rights reserved' },
    { name: 'b', version: '2.0.0', licence: 'GPL-3.0-only', text: '' },
    { name: 'c', version: '3.0.0', licence: 'MIT', text: '' },
  ]
  expect(refusedLicences(licences, 'browser')).toEqual([
    expect.stringMatching(/^a 1\.0\.0 no declara su licencia\. Usa otro paquete/),
    expect.stringMatching(/^b 2\.0\.0 tiene la licencia GPL-3\.0-only, que no está permitida\./),
  ])
})

test('licenceOf joins the licence texts of a package, and a subfolder belongs to its package', () => {
  write('lib/package.json', { name: 'lib', version: '1.2.3', license: 'Apache-2.0' })
  write('lib/LICENSE', 'the licence\n')
  write('lib/NOTICE.txt', 'the notice')
  write('lib/licenses/other.txt', 'not a file of the package itself')
  write('lib/dist/esm/package.json', { type: 'module' })
  expect(packageFolder(join(folder, 'lib/dist/esm'))).toBe(join(folder, 'lib'))
  expect(licenceOf(join(folder, 'lib'))).toEqual({
    name: 'lib',
    version: '1.2.3',
    licence: 'Apache-2.0',
    text: 'the licence\n\nthe notice',
  })
})

test('a private package of ours needs no notice, and an undeclared licence stays empty', () => {
  write('ours/package.json', { name: 'ours', version: '1.0.0', private: true, license: 'MIT' })
  write('old/package.json', { name: 'old', version: '1.0.0', licenses: [{ type: 'MIT' }] })
  expect(licenceOf(join(folder, 'ours'))).toBeUndefined()
  expect(licenceOf(join(folder, 'old'))).toMatchObject({ licence: '' })
})

test('sortLicences lists each version of a package once', () => {
  const entry = (name: string, version: string) => ({ name, version, licence: 'MIT', text: '' })
  const sorted = sortLicences([entry('b', '1.0.0'), entry('a', '2.0.0'), entry('b', '1.0.0'), entry('b', '2.0.0')])
  expect(sorted.map(({ name, version }) => `${name} ${version}`)).toEqual(['a 2.0.0', 'b 1.0.0', 'b 2.0.0'])
})
