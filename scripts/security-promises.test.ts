import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inWorkspace } from './workspace.ts'

interface Row {
  readonly text: string
  readonly tests: readonly string[]
}

const promisesOf = (page: string): Row[] => {
  const [, section = ''] = page.split('\n## What is promised\n')
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(2).map((row) => {
    const [, text = '', tests = ''] = row.split('|')
    return { text: text.trim(), tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path) }
  })
}

const promises = promisesOf(readFileSync(inWorkspace('docs/security.md'), 'utf8'))

test('docs/security.md makes at least 15 promises', () => {
  assert.ok(promises.length >= 15, `${promises.length} promises were read`)
})

for (const { text, tests } of promises)
  test(`existing tests are named for the promise: ${text}`, () => {
    assert.notEqual(tests.length, 0, 'no test is named')
    for (const path of tests) {
      assert.match(path, /\.(?:test|spec)\.tsx?$/)
      assert.ok(existsSync(inWorkspace(path)), `${path} does not exist`)
      assert.match(readFileSync(inWorkspace(path), 'utf8'), /\btest(?:\.each)?\b/, `${path} tests nothing`)
    }
  })
