/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capabilitiesOf, newCapabilities } from './capabilities.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-capabilities-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const of = (files: Readonly<Record<string, string>>) => {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  return capabilitiesOf(folder)
}

test('capabilitiesOf lists storage, hosts and code calls of scripts, and packages of their source maps', () => {
  const sources = [
    'webpack://x/../node_modules/.pnpm/a@1/node_modules/@scope/a/index.js',
    'webpack://x/../node_modules/b/b.js',
    'webpack://x/./src/app.tsx',
  ]
  expect(
    of({
      'app.js':
        'window.localStorage.x;fetch("https://evil.example:8443/x");evaluate(1);prefetch("/y");"http://www.w3.org/2000/svg"',
      'lazy.js': 'let f=Function("return 1");eval("2");new WebSocket(`wss://evil.example/s`)',
      'app.css': 'localStorage',
      'app.js.map': JSON.stringify({ sources }),
      'other.js.map': '{',
    }),
  ).toEqual({
    storage: ['localStorage'],
    network: ['WebSocket', 'fetch', 'https://evil.example:8443', 'wss://evil.example'],
    code: ['Function', 'eval'],
    dependencies: ['@scope/a', 'b'],
  })
})

test('newCapabilities lists only the capabilities that the live release lacks', () => {
  const before = { storage: ['localStorage'], network: ['fetch'], code: [], dependencies: ['a'] }
  const after = { storage: ['localStorage'], network: ['fetch', 'https://x.example'], code: ['eval'], dependencies: [] }
  expect(newCapabilities(before, after)).toEqual(['habla con: https://x.example', 'ejecuta: eval'])
  expect(newCapabilities(before, before)).toEqual([])
  expect(newCapabilities(undefined, before)).toEqual([
    'guarda en el navegador: localStorage',
    'habla con: fetch',
    'depende de: a',
  ])
})
