import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inWorkspace } from '../workspace.ts'
import { measureSlowness, slownessOf } from './calibrate.ts'

/** Shorter ones bound an attempt within a longer wait. Milliseconds. */
const ATTEMPT_MS = 5000

const LIMITS = [
  /\bsetTimeout\((\d[\d_]*)\)/g,
  // `pdf` imports nothing of ours.
  /\b(?:test|asyncUtil)?[tT]imeout: (\d[\d_]*)(?! \* Number\(process\.env\.TRAZO_TEST_SLOWNESS)\b/g,
  // The last argument of a test or a hook.
  /^ *\}, (\d[\d_]*)\)$/gm,
]

const fixedLimits = (text: string): string[] =>
  LIMITS.flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(([, digits = '']) => Number(digits.replaceAll('_', '')) > ATTEMPT_MS)
    .map(([found]) => found.trim())

const places = [
  '{api,pdf,shared,shell,mf-auth,mf-documents,mf-signing}/**/*.test.{ts,tsx}',
  '{api,pdf,shared,shell,mf-auth,mf-documents,mf-signing}/jest.config.mjs',
  'shared/testing/*.{mjs,cjs}',
  'api/test/**/*.ts',
  'e2e/{journeys,harness}/**/*.ts',
  'e2e/playwright.config.ts',
]

test('every limit on waiting in the tests is multiplied by the slowness of the machine', () => {
  const files = globSync(places, {
    cwd: inWorkspace(),
    exclude: (path) => /(^|\/)(node_modules|dist|\.build)(\/|$)/.test(path),
  })
  assert.ok(files.length > 600)
  const found = files.flatMap((file) =>
    fixedLimits(readFileSync(inWorkspace(file), 'utf8')).map((text) => `${file}: ${text}`),
  )
  assert.deepEqual(found, [], 'write scaled(…), from shared/testing/limits')
})

test('the search finds each form of a fixed limit', () => {
  for (const text of [
    'jest.setTimeout(60_000)',
    'test.setTimeout(90000)',
    'toBeVisible({ timeout: 30_000 })',
    "{ scope: 'worker', timeout: 120_000 },",
    'testTimeout: 30_000,',
    'asyncUtilTimeout: 10_000',
    'test(title, async () => {\n  await work()\n}, 240_000)',
  ])
    assert.equal(fixedLimits(text).length, 1, text)
  for (const text of ['jest.setTimeout(scaled(60_000))', 'toBeVisible({ timeout: 1000 })', '}, scaled(240_000))'])
    assert.deepEqual(fixedLimits(text), [], text)
})

test('the slowness is the mean of the rounds, at least 1 and at most 8', () => {
  assert.equal(slownessOf([75, 125]), 4)
  assert.equal(slownessOf([10, 10]), 1)
  assert.equal(slownessOf([9000]), 8)
  const measured = measureSlowness()
  assert.ok(measured >= 1 && measured <= 8)
})
