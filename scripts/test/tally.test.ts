import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add, closingLine, nothing, oneFailure, tallyJest, tallyNode, tallyPlaywright } from './tally.ts'

test('the closing line has the form that machines read', () => {
  assert.equal(closingLine({ passed: 12, failed: 0, skipped: 0 }), '12 passed, 0 failed')
  assert.equal(closingLine({ passed: 1, failed: 2, skipped: 3 }), '1 passed, 2 failed, 3 skipped')
  assert.equal(closingLine(nothing), '0 passed, 0 failed')
})

test('tallies add up', () => {
  assert.deepEqual(add({ passed: 1, failed: 0, skipped: 2 }, oneFailure), { passed: 1, failed: 1, skipped: 2 })
})

test('Jest: a file that fails before its first test is a failure', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    numRuntimeErrorTestSuites: 1,
  }
  assert.deepEqual(tallyJest(report), { passed: 5, failed: 2, skipped: 3 })
})

test('Playwright: flaky journeys and errors outside of a test are failures', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{ message: 'no site' }] }
  assert.deepEqual(tallyPlaywright(report), { passed: 4, failed: 3, skipped: 2 })
})

test('Node: the summary of the TAP report', () => {
  const report = 'ok 1 - a\n# tests 6\n# suites 0\n# pass 3\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 0\n'
  assert.deepEqual(tallyNode(report), { passed: 3, failed: 2, skipped: 1 })
})

test('a report of another shape is an error, not a success', () => {
  assert.throws(() => tallyJest({ passed: 3 }))
  assert.throws(() => tallyPlaywright({ stats: {} }))
})
