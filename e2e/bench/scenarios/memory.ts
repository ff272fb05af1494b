import type { Browser, Page } from 'playwright'
import { documents } from '../documents/index.ts'
import type { Finding } from '../finding.ts'
import { openIsolatingProxy } from '../network/isolating-proxy.ts'
import type { MemoryOfPage } from '../page/memory-of-page.ts'
import { memoryOfPage } from '../page/memory-of-page.ts'
import { openBrowser, withPage } from '../page/open-browser.ts'
import type { StagedDocument } from '../stage.ts'
import type { Scenario } from './scenario.ts'
import { stagedDocument } from './scenario.ts'
import { pageAfter } from './turn-path.ts'
import type { TurnablePage } from './viewer-pages.ts'
import { openBare, openReading } from './viewer-pages.ts'

/** Ratio of the last to the first turns: memory must not grow with the pages that were seen. */
const BUDGET = 1.5
const FIRST_TURNS = 10
const ALL_TURNS = 200

/** Without it a measurement may wait half a minute. */
const SWITCHES = ['--enable-blink-features=ForceEagerMeasureMemory']

const turn = async ({ page, next, previous }: TurnablePage, from: number, to: number, pages: number): Promise<void> => {
  const path = Array.from({ length: to - from }, (_, index) => pageAfter(from + index + 1, pages))
  const start = pageAfter(from, pages)
  await page.evaluate(
    async ({ next, previous, path, start }) => {
      let shown = start
      for (const wanted of path) {
        await window.trazoBench.turn(wanted > shown ? next : previous, wanted)
        shown = wanted
      }
    },
    { next, previous, path, start },
  )
}

interface Growth {
  readonly first: MemoryOfPage
  readonly last: MemoryOfPage
}

const growth = async (browser: Browser, opened: TurnablePage, pages: number): Promise<Growth> => {
  await turn(opened, 0, FIRST_TURNS, pages)
  const first = await memoryOfPage(browser, opened.page)
  await turn(opened, FIRST_TURNS, ALL_TURNS, pages)
  return { first, last: await memoryOfPage(browser, opened.page) }
}

const alone = async <T>(work: (browser: Browser, page: Page) => Promise<T>): Promise<T> => {
  const browser = await openBrowser(SWITCHES)
  try {
    return await withPage(browser, (page) => work(browser, page))
  } finally {
    await browser.close()
  }
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`

const findingOf = (who: string, what: string, first: number, last: number, budget: number | undefined): Finding => ({
  scenario: 'memory',
  subject: `${who}: ${what}`,
  document: documents.scans.title,
  network: 'loopback',
  ours: `${megabytes(last)} after ${ALL_TURNS}`,
  base: `${megabytes(first)} after ${FIRST_TURNS}`,
  figure: last / first,
  unit: 'ratio',
  budget,
  raw: { first: [first], last: [last] },
})

const findingsOf = (who: string, { first, last }: Growth, budget: number | undefined): Finding[] => [
  findingOf(who, 'counted by the browser', first.counted, last.counted, budget),
  ...(first.resident !== undefined && last.resident !== undefined
    ? [findingOf(who, 'resident process', first.resident, last.resident, budget)]
    : []),
]

/** The baseline page never frees memory. */
export const measureMemory: Scenario = async ({ stage }) => {
  const staged: StagedDocument = stagedDocument(stage, 'scans')
  const { pages } = documents.scans
  const proxy = await openIsolatingProxy(stage.port)
  const origin = `http://localhost:${proxy.port}`
  try {
    let width = 0
    const ours = await alone(async (browser, page) => {
      const opened = await openReading(page, origin, staged)
      width = opened.width
      return growth(browser, opened, pages)
    })
    const bare = await alone(async (browser, page) =>
      growth(browser, await openBare(page, origin, staged, width), pages),
    )
    return [...findingsOf('reading page', ours, BUDGET), ...findingsOf('bare page', bare, undefined)]
  } finally {
    await proxy.close()
  }
}
