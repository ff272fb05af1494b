/** @jest-environment jsdom */
import { FIRST_PAGE_REPORT_PATH, FirstPageReportSchema } from 'shared/contract/first-page-report'
import { REPORT_TIMING } from 'shared/contract/load-events'
import * as v from 'valibot'
import { PAGE_MARK, PICTURE_MARK, TAP_MARK } from '../../prerender/first-page-marks.ts'
import { REPORT_ADDRESS, reportFirstPage, TOKEN_TIMING } from './report-first-page.ts'

interface Timing {
  readonly name: string
  readonly description: string
}

class Visit {
  readonly serverTiming: readonly Timing[]
  constructor(serverTiming: readonly Timing[]) {
    this.serverTiming = serverTiming
  }
}

const marks = new Map<string, number>()
let sent: [string, Blob][]
let visits: readonly Visit[]

beforeEach(() => {
  sent = []
  marks.clear()
  visits = [new Visit([{ name: 'report', description: 'token-of-the-page' }])]
  // jsdom has neither.
  Object.assign(globalThis, { PerformanceNavigationTiming: Visit })
  Object.assign(performance, {
    getEntriesByType: () => visits,
    getEntriesByName: (name: string) => (marks.has(name) ? [{ startTime: marks.get(name) }] : []),
  })
  Object.assign(navigator, { sendBeacon: (path: string, body: Blob) => sent.push([path, body]) })
})

const textOf = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })

test('a page tells its times as the contract asks for them, and nothing else', async () => {
  marks.set(PICTURE_MARK, 400.4).set(PAGE_MARK, 2100.6).set(TAP_MARK, 450)
  Object.assign(window, { innerWidth: 390, innerHeight: 844 })
  reportFirstPage(() => 0)
  const [[path, body] = ['', new Blob()]] = sent
  expect(path).toBe(FIRST_PAGE_REPORT_PATH)
  const report: unknown = JSON.parse(await textOf(body))
  expect(report).toEqual({ token: 'token-of-the-page', device: 'phone', picture: 400, page: 2101, tap: 450 })
  expect(v.safeParse(FirstPageReportSchema, report).success).toBe(true)
})

test('what did not happen is left out, and a page that the viewer painted is there by now', async () => {
  jest.spyOn(performance, 'now').mockReturnValueOnce(900.2)
  Object.assign(window, { innerWidth: 1280, innerHeight: 720 })
  reportFirstPage(() => 0)
  expect(JSON.parse(await textOf(sent[0]?.[1] ?? new Blob()))).toEqual({
    token: 'token-of-the-page',
    device: 'desktop',
    page: 900,
  })
})

test('three of four pages tell nothing, nor does one without a token or in the background', () => {
  reportFirstPage(() => 0.25)
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValueOnce('hidden')
  reportFirstPage(() => 0)
  visits = [new Visit([])]
  reportFirstPage(() => 0)
  expect(sent).toEqual([])
})

test('the names are those of the contract', () => {
  expect([REPORT_ADDRESS, TOKEN_TIMING]).toEqual([FIRST_PAGE_REPORT_PATH, REPORT_TIMING])
})
