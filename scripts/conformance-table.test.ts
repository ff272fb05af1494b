import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { problemsOfRow, readTestedRows, type TestedRow } from './tested-rows.ts'
import { inWorkspace, readIfThere } from './workspace.ts'

const STANDARDS = ['EN 319 142-1', 'EN 319 102-1', 'TS 119 102-2']
const KINDS = ['written', 'checked', 'both', 'partly', 'no']

/** A row says what we do; only one that says `no` needs no test. */
const problemsOf = (row: TestedRow, read: (path: string) => string | undefined): string[] => {
  const [clause = '', , kind = ''] = row.cells
  const [word = '', reason = ''] = kind.split(': ')
  return [
    ...(row.cells.length === 4 ? [] : [`${row.cells.length} cells`]),
    ...(/^(?:\d+(?:\.\d+)*|[A-Z])/.test(clause) ? [] : ['no clause']),
    ...(KINDS.includes(word) ? [] : [`unknown: ${kind}`]),
    ...((word === 'no' || word === 'partly') === (reason !== '') ? [] : ['a reason, if and only if it is not met']),
    ...(word === 'no' && row.tests.length === 0 ? [] : problemsOfRow(row, read)),
  ]
}

const page = readFileSync(inWorkspace('docs/conformance.md'), 'utf8')

for (const standard of STANDARDS) {
  const rows = readTestedRows(page, standard)

  test(`docs/conformance.md has rows for ${standard}`, () => {
    assert.ok(rows.length >= 6, `${rows.length} rows were read`)
  })

  for (const row of rows)
    test(`${standard}, ${row.cells.slice(0, 2).join(': ')}`, () => {
      assert.deepEqual(problemsOf(row, readIfThere), [])
    })
}

const PROBE = [
  ['| 5.1 | A rule. | written | `a.test.ts` |', []],
  ['| 5.1 | A rule. | no: it is optional | |', []],
  ['| 5.1 | A rule. | written | |', ['no test is named']],
  ['| 5.1 | A rule. | checked | `gone.test.ts` |', ['gone.test.ts does not exist']],
  ['| 5.1 | A rule. | both | `a.ts` |', ['a.ts is no test']],
  ['| 5.1 | A rule. | both | `empty.test.ts` |', ['empty.test.ts tests nothing']],
  ['| 5.1 | A rule. | no | |', ['a reason, if and only if it is not met']],
  ['| 5.1 | A rule. | mostly | `a.test.ts` |', ['unknown: mostly']],
  ['| | A rule. | written | `a.test.ts` |', ['no clause']],
  ['| 5.1 | A rule. | `a.test.ts` |', ['3 cells', 'unknown: `a.test.ts`']],
] as const

for (const [line, expected] of PROBE)
  test(`the guard judges the row ${line}`, () => {
    const files = new Map([
      ['a.test.ts', "test('a', () => {})"],
      ['empty.test.ts', ''],
    ])
    const [row] = readTestedRows(`\n## A\n\n| clause | b |\n| --- | --- |\n${line}\n\n## B\n| x |\n`, 'A')
    assert.ok(row !== undefined)
    assert.deepEqual(
      problemsOf(row, (path) => files.get(path)),
      expected,
    )
  })
