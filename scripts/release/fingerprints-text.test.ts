import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprintsText } from './fingerprints-text.ts'

/** One segment: line 1, column 1 is line 3, column 5 of the source. */
const map = { version: 3, file: 'app.js', sources: ['webpack://mf_auth/./src/login.tsx'], names: [], mappings: 'AAEI' }

test('the list shows where errors came from, in the sources if there is a map', () => {
  const known = {
    'mf_auth/2': {
      abc: { count: 1, frames: ['other.js:7:8'] },
      def: { count: 12, frames: ['app.js:1:1', 'other.js:2:3'] },
    },
    'mf_signing/2': { abc: { count: 9, frames: ['app.js:1:1'] } },
  }
  const readMap = (path: string) => (path === '/r/mf_auth/2/app.js' ? (map as never) : undefined)
  assert.deepEqual(fingerprintsText('mf_auth', known, readMap), [
    '  2: error def en 12 páginas: src/login.tsx:3:5 < other.js:2:3',
    '  2: error abc en 1 página: other.js:7:8',
  ])
})
