import type { Browser } from 'playwright'
import { barePageOf } from '../bare/publish-bare-page.ts'
import { documents } from '../documents/index.ts'
import { withPage } from '../page/open-browser.ts'
import { visit } from '../page/visit.ts'
import type { Scenario } from './scenario.ts'
import { stagedDocument } from './scenario.ts'

interface Step {
  readonly name: string
  /**
   * Milliseconds since the navigation
   * started; `first` is the first byte.
   */
  readonly start: number
  readonly first: number
  readonly end: number
  readonly bytes: number
}

const BAR_WIDTH = 60

const shortName = (address: string): string => {
  const { pathname } = new URL(address)
  return pathname.split('/').slice(-2).join('/').slice(-44)
}

/** Excludes requests of workers. */
const stepsOf = (browser: Browser, address: string): Promise<Step[]> =>
  withPage(browser, async (page) => {
    await visit(page, address)
    const { at, entries } = await page.evaluate(async () => {
      performance.setResourceTimingBufferSize(1000)
      const { at } = await window.trazoBench.first
      const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map((entry) => ({
          name: entry.name,
          start: entry.requestStart || entry.startTime,
          first: entry.responseStart,
          end: entry.responseEnd,
          bytes: entry.transferSize,
        }))
      return { at, entries }
    })
    const steps = entries.filter(({ start }) => start < at).sort((a, b) => a.start - b.start)
    return [...steps, { name: 'http://x/first page painted', start: at, first: at, end: at, bytes: 0 }]
  })

const lineOf = ({ name, start, first, end, bytes }: Step, total: number): string => {
  const column = (time: number) => Math.round((time / total) * BAR_WIDTH)
  const [from, middle, to] = [column(start), column(Math.max(start, first)), column(Math.max(start, first, end))]
  const bar = `${' '.repeat(from)}${'·'.repeat(middle - from)}${'█'.repeat(Math.max(1, to - middle))}`
  const times = [start, first, end].map((time) => time.toFixed(0).padStart(6)).join('')
  return `${decodeURIComponent(shortName(name)).padEnd(46)}${times}${(bytes / 1024).toFixed(0).padStart(6)} KB  ${bar}`
}

export const drawWaterfalls: Scenario = async ({ stage, browser, options }) => {
  for (const network of options.networks)
    for (const name of options.documents) {
      const staged = stagedDocument(stage, name)
      for (const path of [staged.reading, staged.invitation, barePageOf(staged.file, 595)]) {
        const steps = await stepsOf(browser, stage.origin(network) + path)
        const total = Math.max(...steps.map(({ start }) => start))
        console.log(`\n${network}, ${documents[name].title}: ${path.replace(/[?].*/, '')}`)
        console.log(`${'request'.padEnd(46)} asked first   end  bytes`)
        for (const step of steps) console.log(lineOf(step, total))
      }
    }
  return []
}
