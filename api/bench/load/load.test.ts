import { scaled } from 'shared/testing/limits'
import { withFigures } from './put-figures.ts'
import { reckonNeed } from './reckon.ts'
import { describeLoad, failuresIn, percentileOf } from './report.ts'
import { type LoadReport, runLoad } from './run-load.ts'
import { shortRun } from './settings.ts'
import { type MemoryLook, trendOf } from './watch.ts'

jest.setTimeout(scaled(180_000))

/* A smoke test of `pnpm load`; it ignores the figures. */
let report: LoadReport
beforeAll(async () => {
  report = await runLoad(shortRun)
})

test('no call fails under load', () => {
  expect(failuresIn(report)).toEqual([])
  for (const { ours, bare } of report.compared)
    expect([ours.times.length > 0, bare.times.length > 0]).toEqual([true, true])
  expect(report.watched.calls.times.length).toBeGreaterThan(0)
})

test('when many guests sign at the same time, overload refuses some calls and every guest signs in the end', () => {
  for (const { found } of report.crowds) expect([found.times.length, found.shed > 0]).toEqual([shortRun.crowd, true])
})

test('the cost of a document counts its stored bytes, mails and processor time', () => {
  const { cost } = report
  expect(cost.stored).toBeGreaterThan(cost.uploaded)
  expect(cost.stored).toBeLessThan(1.5 * cost.uploaded)
  expect(cost.mails).toBeGreaterThanOrEqual(4)
  expect(cost.processor).toBeGreaterThan(0)
})

test('describeLoad writes the figures as a page of Markdown with five tables', () => {
  const text = describeLoad(report)
  expect(text.match(/^\| -/gm)).toHaveLength(5)
  expect(text).not.toMatch(/NaN|undefined|Infinity/)
})

test('trendOf returns the growth per minute after the warm-up', () => {
  const looks = Array.from(
    { length: 30 },
    (_, index): MemoryLook => ({
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

test('percentile returns the value at the given rank', () => {
  const times = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([percentileOf(times, 50), percentileOf(times, 99), percentileOf([3], 99)]).toEqual([51, 100, 3])
})

test('reckon derives the needs of a million documents a day from the cost of one document', () => {
  const cost = {
    lives: 1,
    perSecond: 1,
    processor: 0.18,
    uploaded: 100,
    stored: 600,
    database: 10,
    mails: 6,
    mailed: 400,
  }
  const need = reckonNeed(cost)
  expect(need.perSecond).toBeCloseTo(33.3, 1)
  expect(need.cores).toBeCloseTo(6)
  expect(need).toMatchObject({ processes: 10, stored: 600_000_000, mails: 6_000_000, timeStamps: 3_000_000 })
  expect(need).toMatchObject({ received: 100_000_000, sent: 300_000_000 })
})

test('withFigures replaces only the figures between the markers of the page', () => {
  const page = '# Capacity\n\n<!-- figures of pnpm load -->\n\nold\n\n<!-- end of figures -->\n\nThe rest'
  const once = withFigures(page, 'new')
  expect(once).toBe(page.replace('old', 'new'))
  expect(withFigures(once, 'old')).toBe(page)
  expect(() => withFigures('# Capacity', 'new')).toThrow('no place')
})
