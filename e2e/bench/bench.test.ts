import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSampled, SLOW_ROWS } from '../harness/sample.ts'
import { hasTool, qpdfCheck } from '../harness/signature-checks.ts'
import { documentNames, documents } from './documents/index.ts'
import { compareTimes, isOver } from './finding.ts'
import { parseOptions } from './options.ts'
import { tableOf } from './report.ts'
import { pageAfter } from './scenarios/turn-path.ts'
import { inTurns, median, quantile, ratioOfMedians, spread } from './statistics.ts'

test('the statistics return median, quantile and spread, and the median of no values throws', () => {
  assert.equal(median([3]), 3)
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.equal(quantile([0, 10], 0.25), 2.5)
  assert.deepEqual(spread([1, 2, 3, 4, 5]), { low: 2, high: 4 })
  assert.throws(() => median([]))
})

test('the ratio compares medians, so one slow round does not change the ratio', () => {
  assert.equal(ratioOfMedians([110, 110, 9000], [100, 100, 100]), 1.1)
})

test('the measured sides alternate in running first, round by round', () => {
  assert.deepEqual(
    [0, 1, 2].map((round) => inTurns(round, ['a', 'b', 'c']).join('')),
    ['abc', 'cba', 'abc'],
  )
})

test('a time above its budget exceeds the budget, and a time at its budget or without a budget does not', () => {
  const what = { scenario: 's', subject: 'x', document: 'd', network: 'n', bare: [100] }
  const at = compareTimes({ ...what, ours: [110], budget: 1.1 })
  const above = compareTimes({ ...what, ours: [111], budget: 1.1 })
  const free = compareTimes({ ...what, ours: [500], budget: undefined })
  assert.deepEqual([at, above, free].map(isOver), [false, true, false])
  assert.match(tableOf([at, above, free]), /1\.10 .*ok\n.*1\.11 .*OVER\n.*5\.00/)
})

test('page turns run to the last page, back to the first page, and forwards again', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 8].map((turns) => pageAfter(turns, 3)),
    [1, 2, 3, 2, 1, 2, 1],
  )
})

test('the benchmark runs all scenarios with a budget by default and accepts named options', () => {
  assert.deepEqual(parseOptions([]).scenarios, ['first-page', 'page-turn', 'memory', 'drag'])
  const asked = parseOptions([
    'waterfall',
    '--documents=text,scans',
    '--networks=slow',
    '--rounds=3',
    '--throttle=6',
    '--strict',
    '--against=../other',
  ])
  assert.deepEqual(asked, {
    scenarios: ['waterfall'],
    documents: ['text', 'scans'],
    networks: ['slow'],
    rounds: 3,
    throttle: 6,
    strict: true,
    against: '../other',
  })
  assert.throws(() => parseOptions(['first-pages']), /first-page, page-turn/)
  assert.throws(() => parseOptions(['--throttle=0.5']), /number from 1/)
  assert.throws(() => parseOptions(['--rounds=0']), /whole number/)
})

/** Maximum bytes per document; scans must fit the upload limit. */
const sizes = { text: 48 * 1024, image: 2 ** 20, scans: 10 * 1000 ** 2, thousand: undefined } as const

for (const name of documentNames) {
  const { title, pages, make } = documents[name]
  // The scans take 14 s of processor time.
  const skip = name === 'scans' && !isSampled(0, 0, SLOW_ROWS) ? 'another sample has it' : false
  test(`${title}: the document has the expected size and pages, passes qpdf and is reproducible`, {
    skip,
  }, (context) => {
    const bytes = make()
    const size = sizes[name]
    if (size !== undefined) assert.ok(Math.abs(bytes.length / size - 1) < 0.06, `${bytes.length} bytes`)
    assert.ok(bytes.length <= 10 * 2 ** 20)
    assert.equal(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length, pages)
    assert.ok(make().equals(bytes))
    if (hasTool('qpdf')) assert.equal(qpdfCheck(bytes), undefined)
    else context.diagnostic('qpdf is not installed')
  })
}
