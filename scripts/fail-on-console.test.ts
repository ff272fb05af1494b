import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { inWorkspace } from './workspace.ts'

const files = {
  'wanted.test.ts': `
    test('replaces it', () => {
      const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
      console.warn('wanted')
      expect(warn).toHaveBeenCalledWith('wanted')
      warn.mockRestore()
    })
    test('says something else', () => console.info('no complaint'))
    test('has no page', () => expect('document' in globalThis).toBe(false))`,
  'asks-for-a-page.test.ts': `/** @jest-environment jsdom */
    test('reports an error of the page', () => reportError(new Error('loud')))`,
  'unwanted.test.tsx': `
    test('an error', () => console.error('too %s', 'loud'))
    test('a warning', async () => {
      await Promise.resolve()
      console.warn('a bit loud')
    })
    test('the next one', () => undefined)
    test('what jsdom reports', () => document.createElement('form').submit())
    test('restored too early', () => {
      jest.spyOn(console, 'error').mockImplementation(() => undefined).mockRestore()
      console.error('loud again')
    })`,
  'while-loading.test.ts': `
    console.error('loud as it loads')
    test('the first', () => undefined)`,
  'after-a-test.test.ts': `
    afterEach(() => console.error('loud as the page goes'))
    test('the one', () => undefined)
    test('the one after', () => undefined)`,
  'after-the-last.test.ts': `
    afterEach(() => console.warn('loud at the end'))
    test('the only one', () => undefined)`,
}

const Report = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({ title: v.string(), status: v.string(), failureMessages: v.array(v.string()) }),
      ),
    }),
  ),
})
type FileResult = v.InferOutput<typeof Report>['testResults'][number]

let folder: string
let results: readonly FileResult[]

const endsOf = (file: keyof typeof files): readonly (readonly [title: string, complaint: string | undefined])[] =>
  results
    .filter(({ name }) => name.endsWith(`/${file}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ title, failureMessages }) => [title, /(?<=\n\nError: )console\..*/.exec(failureMessages.join('\n'))?.[0]])

before(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'trazo-console-')))
  const preset = JSON.stringify(pathToFileURL(inWorkspace('shared/testing/jest.mjs')).href)
  const config = join(folder, 'jest.config.mjs')
  writeFileSync(
    config,
    `import { jestPreset } from ${preset}\nexport default jestPreset({ environment: 'page-or-node' })\n`,
  )
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const report = join(folder, 'report.json')
  const jest = inWorkspace('shared/node_modules/jest/bin/jest.js')
  const args = ['--no-sparkplug', '--no-memory-protection-keys', jest, '-c', config, '-i', '--json']
  const { status, stderr } = spawnSync(process.execPath, [...args, `--outputFile=${report}`], { encoding: 'utf8' })
  assert.equal(status, 1, stderr)
  results = v.parse(Report, JSON.parse(readFileSync(report, 'utf8'))).testResults
})
after(() => rmSync(folder, { recursive: true }))

test('a test that replaces the console, or only logs, passes', () => {
  assert.deepEqual(endsOf('wanted.test.ts'), [
    ['replaces it', undefined],
    ['says something else', undefined],
    ['has no page', undefined],
  ])
})

test('a file that asks for a page gets one, with the same rule', () => {
  const [[title, complaint] = []] = endsOf('asks-for-a-page.test.ts')
  assert.equal(title, 'reports an error of the page')
  assert.match(complaint ?? '', /^console\.error: Error: loud/)
})

test('an unexpected error or warning fails its test, and the failure quotes the output', () => {
  const ends = endsOf('unwanted.test.tsx')
  assert.deepEqual(ends.slice(0, 3), [
    ['an error', 'console.error: too loud'],
    ['a warning', 'console.warn: a bit loud'],
    ['the next one', undefined],
  ])
  assert.match(ends[3]?.[1] ?? '', /^console\.error: .*Not implemented: HTMLFormElement\.prototype\.submit/)
  assert.deepEqual(ends[4], ['restored too early', 'console.error: loud again'])
})

test('console output while the file loads fails the first test of the file', () => {
  assert.deepEqual(endsOf('while-loading.test.ts'), [['the first', 'console.error: loud as it loads']])
})

test('console output after a test fails the next test', () => {
  assert.deepEqual(endsOf('after-a-test.test.ts'), [
    ['the one', undefined],
    ['the one after', 'console.error: loud as the page goes'],
  ])
})

test('console output after the last test fails the file', () => {
  assert.deepEqual(endsOf('after-the-last.test.ts'), [['the only one', undefined]])
  const file = results.find(({ name }) => name.endsWith('/after-the-last.test.ts'))
  assert.equal(file?.status, 'failed')
  assert.match(file?.message ?? '', /console\.warn: loud at the end/)
})
