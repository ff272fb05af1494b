import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inWorkspace } from './workspace.ts'

/** What the table lists twice, leaves out, or lists without a file. */
const faultsOf = (table: string, files: readonly string[]): string[] => {
  const listed = [...table.matchAll(/\]\(decisions\/([^)]+)\)/g)].map(([, file = '']) => file)
  return [
    ...listed.filter((file, index) => listed.indexOf(file) !== index).map((file) => `${file} is listed twice`),
    ...files.filter((file) => !listed.includes(file)).map((file) => `${file} is not listed`),
    ...listed.filter((file) => !files.includes(file)).map((file) => `${file} does not exist`),
  ]
}

test('a row that a merge doubled, a record without a row and a row without a record are told', () => {
  const row = (file: string): string => `| [title](decisions/${file}) | about |\n`
  assert.deepEqual(faultsOf(row('0001-a.md') + row('0002-b.md'), ['0001-a.md', '0002-b.md']), [])
  assert.deepEqual(faultsOf(row('0001-a.md').repeat(2) + row('0003-c.md'), ['0001-a.md', '0002-b.md']), [
    '0001-a.md is listed twice',
    '0002-b.md is not listed',
    '0003-c.md does not exist',
  ])
})

test('docs/README.md lists each decision record once', () => {
  const table = readFileSync(inWorkspace('docs/README.md'), 'utf8')
  assert.deepEqual(faultsOf(table, readdirSync(inWorkspace('docs/decisions'))), [])
})
