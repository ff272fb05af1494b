import { allowedOnly, isAllowedOrigin, NO_SETTINGS, parseSettings, withoutTools, withQuery } from './settings.ts'

const LOCAL = ['http://localhost:*', 'http://127.0.0.1:*']
const MANIFEST = 'http://localhost:3003/mf-manifest.json'
const kept = { overrides: { mf_signing: MANIFEST }, outline: true }

test.each([
  ['', kept],
  ['?mf.outline=off', { ...kept, outline: false }],
  ['?mf.mf_signing=', { overrides: {}, outline: true }],
  ['?mf.mf_auth=/x&token=1', { ...kept, overrides: { mf_signing: MANIFEST, mf_auth: '/x' } }],
  ['?mf.evil=http://localhost:1/&mf.__proto__=/y&mf.mf_Evil=/z', kept],
  ['?mf.mf_reports=/x', { ...kept, overrides: { mf_signing: MANIFEST, mf_reports: '/x' } }],
])('the query of the address changes the settings of the session: %s', (search, expected) => {
  expect(withQuery(kept, search)).toEqual(expected)
})

test('outlines are off until the address requests outlines', () => {
  expect(withQuery(NO_SETTINGS, '?mf.outline')).toEqual({ overrides: {}, outline: true })
  expect(withQuery(NO_SETTINGS, '?x=1').outline).toBe(false)
})

test.each([null, '', '{', '[]', '{"overrides":{"evil":"x"},"outline":true}', '{"overrides":{}}'])(
  'invalid stored settings count as no settings: %s',
  (text) => expect(parseSettings(text)).toEqual(NO_SETTINGS),
)
test('stored settings are read back unchanged', () => {
  expect(parseSettings(JSON.stringify(kept))).toEqual(kept)
})

test.each([
  [MANIFEST, true],
  ['http://127.0.0.1:4000/m.json', true],
  ['http://localhost/m.json', true],
  ['https://localhost:3003/m.json', false],
  ['http://localhost.evil.example:3003/m.json', false],
  ['http://localhost@evil.example/m.json', false],
  ['http://evil@localhost:3003/m.json', false],
  ['http://evil.example/http://localhost:3003', false],
  ['/r/mf_signing/1/mf-manifest.json', false],
  ['data:application/json,{}', false],
  ['', false],
])('local origins allow a remote from %s: %s', (address, expected) => {
  expect(isAllowedOrigin(address, LOCAL)).toBe(expected)
  expect(allowedOnly({ overrides: { mf_auth: address }, outline: false }, LOCAL).overrides).toEqual(
    expected ? { mf_auth: address } : {},
  )
})

test('an allowed origin covers only its own port, and an empty list allows nothing', () => {
  expect(isAllowedOrigin('https://equipo.example/m.json', ['https://equipo.example'])).toBe(true)
  expect(isAllowedOrigin('https://equipo.example:8443/m.json', ['https://equipo.example'])).toBe(false)
  expect(isAllowedOrigin(MANIFEST, [])).toBe(false)
})

test('removing the tools from the address keeps its other parts', () => {
  expect(withoutTools(`http://a.example/sign/1?token=x%20y&mf.mf_signing=${MANIFEST}&mf.outline#p`)).toBe(
    'http://a.example/sign/1?token=x+y#p',
  )
})
