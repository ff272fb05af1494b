import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { pdfjsOperators, pdfjsPathOperators } from '../pdf/src/places/pdfjs/operator-numbers.ts'
import { inWorkspace } from './workspace.ts'

/** The packages that read pages with pdf.js; the catalog gives them one version. */
const libraryOf = (name: string): string =>
  createRequire(inWorkspace(name, 'package.json')).resolve('pdfjs-dist/legacy/build/pdf.mjs')

/** pdf.js does not export the operators of paths. */
const numbersOf = (source: string, name: string): Readonly<Record<string, number>> => {
  const [, body = ''] = new RegExp(`const ${name} = \\{([^}]*)\\}`).exec(source) ?? []
  return Object.fromEntries([...body.matchAll(/(\w+): (\d+)/g)].map(([, word = '', number]) => [word, Number(number)]))
}

for (const name of ['pdf', 'mf-signing']) {
  test(`the operators that places are read by have the numbers of the pdf.js of ${name}`, () => {
    const source = readFileSync(libraryOf(name), 'utf8')
    const operators = numbersOf(source, 'OPS')
    for (const [word, number] of Object.entries(pdfjsOperators)) assert.equal(operators[word], number, word)
    assert.deepEqual(numbersOf(source, 'DrawOPS'), pdfjsPathOperators)
  })
}

test('the search finds other numbers', () => {
  assert.deepEqual(numbersOf('const OPS = {\n  save: 1,\n  stroke: 7\n};', 'OPS'), { save: 1, stroke: 7 })
  assert.deepEqual(numbersOf('const OPS = {}', 'DrawOPS'), {})
})
