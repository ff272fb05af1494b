/** @jest-environment node */
import * as v from 'valibot'
import { StoredReleaseSchema } from './stored-registry.ts'

test.each([
  ['https://cdn.example/trazo/1/mf-manifest.json', true],
  ['http://localhost:4000/1/mf-manifest.json', true],
  ['/r/mf_reports/1/mf-manifest.json', true],
  ['https://cdn.example/mf-manifest.json', false],
  ['http://cdn.example/1/mf-manifest.json', false],
  ['//cdn.example/1/mf-manifest.json', false],
  ['https://cdn.example/1;script-src */mf-manifest.json', false],
  ["https://cdn.example/1/'unsafe-inline'/mf-manifest.json", false],
  ['https://cdn.example/a/../mf-manifest.json', false],
  ['https://user@cdn.example/1/mf-manifest.json', false],
  ['https://*.example/1/mf-manifest.json', false],
  ['data:application/json,{}', false],
])('the schema accepts a manifest at %s: %s', (manifest, expected) => {
  expect(v.is(StoredReleaseSchema, { manifest, integrity: `sha384-${'A'.repeat(64)}`, shared: '^1.0.0' })).toBe(
    expected,
  )
})
