import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quote, repeatCommand } from './quote.ts'
import { readJest } from './read-jest.ts'
import { readNode } from './read-node.ts'
import { readPlaywright } from './read-playwright.ts'
import { add, failedStage, nothing } from './report.ts'
import { closingLine, duration, summary } from './summary.ts'

const jestFile = (name: string, more: object) => ({
  name: `/w/${name}`,
  status: 'passed',
  message: '',
  startTime: 1000,
  endTime: 3500,
  assertionResults: [],
  ...more,
})

test('the Jest report gives counts, times and the command that repeats each failure', () => {
  const report = readJest(
    {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      numRuntimeErrorTestSuites: 1,
      testResults: [
        jestFile('api/a.test.ts', {
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'adds' },
            { status: 'failed', fullName: 'costs 1 (one)', failureMessages: ['expected 1'] },
          ],
        }),
        jestFile('api/b.test.ts', { status: 'failed', message: 'cannot find module' }),
      ],
    },
    '/w',
  )
  assert.deepEqual([report.passed, report.failed, report.skipped], [5, 2, 3])
  assert.deepEqual(report.files[0], { file: 'api/a.test.ts', ms: 2500 })
  assert.deepEqual(report.failures, [
    {
      file: 'api/a.test.ts',
      title: 'costs 1 (one)',
      message: 'expected 1',
      repeat: String.raw`npm test -- api/a.test.ts -t 'costs 1 \(one\)'`,
    },
    { file: 'api/b.test.ts', title: '', message: 'cannot find module', repeat: 'npm test -- api/b.test.ts' },
  ])
})

const spec = (title: string, status: string, more: object = {}) => ({
  title,
  file: 'chaos.spec.ts',
  tests: [{ status, results: [{ duration: 1500, ...more }] }],
})

test('the Playwright report counts flaky journeys and global errors as failures, with trace and command', () => {
  const report = readPlaywright(
    {
      suites: [
        {
          title: 'chaos.spec.ts',
          specs: [spec('works', 'expected'), spec('sometimes', 'flaky')],
          suites: [
            {
              title: 'mf_auth',
              specs: [
                spec('breaks', 'unexpected', {
                  error: { message: 'not visible' },
                  attachments: [{ name: 'trace', path: '/t/trace.zip' }],
                }),
                spec('left out', 'skipped'),
              ],
            },
          ],
        },
      ],
      errors: [{ message: 'no site' }],
    },
    'e2e/journeys',
    'TRAZO_TEST_SEED=7 ',
  )
  assert.deepEqual([report.passed, report.failed, report.skipped], [1, 3, 1])
  assert.deepEqual(report.files, [{ file: 'e2e/journeys/chaos.spec.ts', ms: 6000 }])
  assert.deepEqual(report.failures[1], {
    file: 'e2e/journeys/chaos.spec.ts',
    title: 'mf_auth › breaks',
    message: 'not visible',
    trace: '/t/trace.zip',
    repeat: 'TRAZO_TEST_SEED=7 npm test -- e2e/journeys/chaos.spec.ts -t breaks',
  })
})

test('the Node report counts passed, failed and skipped tests and gives the command to repeat', () => {
  const line = (more: object) =>
    JSON.stringify({ name: 'a', file: '/w/scripts/a.test.ts', ms: 2, failed: false, left: false, message: '', ...more })
  const report = readNode([line({}), line({ failed: true, message: 'no' }), line({ left: true }), ''].join('\n'), '/w')
  assert.deepEqual([report.passed, report.failed, report.skipped], [1, 1, 1])
  assert.equal(report.failures[0]?.repeat, 'npm test -- scripts/a.test.ts -t a')
})

test('a report in another format is an error, not a success', () => {
  assert.throws(() => readJest({ passed: 3 }, '/w'))
  assert.throws(() => readPlaywright({ stats: {} }, 'e2e'))
  assert.throws(() => readNode('{"name":1}', '/w'))
})

test('the summary ends with a machine-readable line', () => {
  const counts = { ...nothing, passed: 12 }
  assert.equal(closingLine(counts), '12 passed, 0 failed')
  assert.equal(closingLine({ ...counts, failed: 2, skipped: 3 }), '12 passed, 2 failed, 3 skipped')
  assert.equal(summary(counts, 61_000).split('\n').at(-1), '12 passed, 0 failed')
})

test('the summary names the slowest files and, for each failure, the command that repeats it', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ file: `f${index}`, ms: index * 1000 }))
  const failure = { file: 'f1', title: 'breaks', message: 'not visible', trace: '/t.zip', repeat: 'npm test -- f1' }
  const lines = summary({ ...nothing, failed: 1, files, failures: [failure] }, 1000).split('\n')
  assert.equal(lines.filter((line) => / s {2}f\d+$/.test(line)).length, 10)
  assert.match(lines.find((line) => / f11$/.test(line)) ?? '', /11\.0 s/)
  for (const line of ['✗ f1 › breaks', '  not visible', '  Traza: /t.zip', '  Repetir: npm test -- f1'])
    assert.ok(lines.includes(line), line)
})

test('durations are shown in minutes and seconds', () =>
  assert.deepEqual([59_400, 60_000, 125_000].map(duration), ['59 s', '1 min 0 s', '2 min 5 s']))

test('adding two reports sums their counts and failures', () => {
  const total = add({ ...nothing, passed: 1 }, failedStage('Tipos', 'TS2304'))
  assert.deepEqual([total.passed, total.failed, total.failures.length], [1, 1, 1])
})

test('arguments are quoted for the shell', () => {
  assert.equal(quote('e2e/a.spec.ts'), 'e2e/a.spec.ts')
  assert.equal(quote("l'eau"), String.raw`'l'\''eau'`)
  assert.equal(repeatCommand('a.test.ts', 'x?'), String.raw`npm test -- a.test.ts -t 'x\?'`)
})
