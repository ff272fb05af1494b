import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lintProbes } from '../lint-probes.ts'

const cases: readonly (readonly [file: string, source: string, allowed: boolean])[] = [
  ['mf-auth/src/called.ts', 'export const key = (): string => crypto.randomUUID()', false],
  ['mf-documents/src/of-window.ts', 'export const key = (): string => window.crypto.randomUUID()', false],
  ['mf-signing/src/optional.ts', 'export const key = globalThis.crypto?.randomUUID?.()', false],
  ['shell/src/passed.tsx', 'export const source = { key: crypto.randomUUID }', false],
  ['shared/src/http/by-name.ts', "export const key = crypto['randomUUID']()", false],
  ['shared/src/state/taken.ts', 'const { randomUUID } = crypto\n\nexport { randomUUID }', false],
  ['templates/remote/src/renamed.ts', 'const { randomUUID: key } = crypto\n\nexport { key }', false],
  ['mf-auth/src/bytes.ts', 'export const bytes = crypto.getRandomValues(new Uint8Array(16))', true],
  ['mf-auth/src/shared.ts', "import { newRequestKey } from 'shared/http'\n\nexport const key = newRequestKey()", true],
  ['api/src/called.ts', 'export const key = (): string => crypto.randomUUID()', true],
  ['shell/server/called.ts', "import { randomUUID } from 'node:crypto'\n\nexport const key = randomUUID()", true],
]

const refused = lintProbes(new Map(cases.map(([file, source]) => [file, `${source}\n`])), ['plugin'])

for (const [file, source, allowed] of cases)
  test(`the linter ${allowed ? 'accepts' : 'refuses'} ${file}: ${source.split('\n')[0]}`, () =>
    assert.equal(!refused.has(file), allowed))
