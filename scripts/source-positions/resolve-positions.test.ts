import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolvePositions } from './resolve-positions.ts'

const map = {
  version: 3,
  file: 'app.js',
  sources: ['webpack://mf_auth_1/./src/login/LoginPage.tsx'],
  sourcesContent: ['a'],
  names: [],
  // Column 10 of the script is line 3, column 5.
  mappings: 'UAEI',
  sourceRoot: '',
}

test('positions in release scripts become source positions, and positions in other scripts stay', () => {
  const stack = `TypeError: x is undefined
    at LoginPage (https://trazo.example/r/mf_auth/1-a/app.js:1:11)
    at /assets/react.0123456789ab.js:1:20
    at https://other.example/lib.js:1:11`
  const read = (path: string) => (path === '/r/mf_auth/1-a/app.js' ? map : undefined)
  assert.equal(
    resolvePositions(stack, read),
    stack.replace('https://trazo.example/r/mf_auth/1-a/app.js:1:11', 'src/login/LoginPage.tsx:3:5'),
  )
})
