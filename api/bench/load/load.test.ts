import { describeLoad, failuresIn, percentile } from './report.ts'
import { type LoadReport, runLoad } from './run-load.ts'
import { shortRun } from './settings.ts'
import { type Look, trendOf } from './watch.ts'

/* The same as `pnpm load`, in little: no figure is looked at, for a test says nothing about how fast a machine is. */
let report: LoadReport
beforeAll(async () => {
  report = await runLoad(shortRun)
}, 180_000)

test('nothing fails under load', () => {
  expect(failuresIn(report)).toEqual([])
  for (const { ours, bare } of report.compared)
    expect([ours.times.length > 0, bare.times.length > 0]).toEqual([true, true])
  expect(report.watched.calls.times.length).toBeGreaterThan(0)
})

test('of many who sign at once some are sent away, and everybody has signed in the end', () => {
  for (const { found } of report.crowds) expect([found.times.length, found.shed > 0]).toEqual([shortRun.crowd, true])
})

test('what a document costs is what was done to it', () => {
  const { cost } = report
  // The upload, the same with its fields, two signatures and the seal: each is kept whole.
  expect(cost.stored).toBeGreaterThan(5 * cost.uploaded)
  expect(cost.stored).toBeLessThan(6.5 * cost.uploaded)
  expect(cost.mails).toBeGreaterThanOrEqual(4)
  expect(cost.processor).toBeGreaterThan(0)
})

test('the figures are a page of Markdown', () => {
  const text = describeLoad(report)
  expect(text.match(/^\| -/gm)).toHaveLength(4)
  expect(text).not.toMatch(/NaN|undefined|Infinity/)
})

test('a trend is what is left after the warming, a minute', () => {
  const looks = Array.from(
    { length: 30 },
    (_, index): Look => ({
      at: index * 2,
      memory: index < 10 ? index * 1000 : 10_000 + index,
      heap: 7,
    }),
  )
  const trend = trendOf(looks, ({ memory }) => memory)
  expect(trend).toMatchObject({ first: 10_010, last: 10_029 })
  expect(trend.perMinute).toBeCloseTo(30)
  expect(trendOf(looks, ({ heap }) => heap)).toEqual({ perMinute: 0, first: 7, last: 7 })
})

test('percentiles', () => {
  const times = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([percentile(times, 50), percentile(times, 99), percentile([3], 99)]).toEqual([51, 100, 3])
})
