import type { DocumentName } from '../documents/index.ts'
import { documents } from '../documents/index.ts'
import type { Finding } from '../finding.ts'
import { compareTimes } from '../finding.ts'
import type { NetworkName } from '../network/lines.ts'
import { withPage } from '../page/open-browser.ts'
import { inTurns } from '../statistics.ts'
import type { Scenario, ScenarioInput } from './scenario.ts'
import { stagedDocument } from './scenario.ts'
import type { TurnablePage } from './viewer-pages.ts'
import { openBare, openReading } from './viewer-pages.ts'

/** Ratio to a bare page of pdf.js: the viewer must not turn pages more slowly. */
const BUDGET = 1

const intervals = [
  { subject: 'after a look', lookMs: 600 },
  { subject: 'at once', lookMs: 0 },
] as const
type Interval = (typeof intervals)[number]

const TURNS = 10

/** @returns milliseconds of each turn */
const turnForward = ({ page, next }: TurnablePage, turns: number, lookMs: number): Promise<number[]> =>
  page.evaluate(
    async ({ next, turns, lookMs }) => {
      const times: number[] = []
      for (let turn = 1; turn <= turns; turn++) {
        await window.trazoBench.pause(lookMs)
        times.push(await window.trazoBench.turn(next, turn + 1))
      }
      return times
    },
    { next, turns, lookMs },
  )

const compare = async (
  { stage, browser, options }: ScenarioInput,
  name: DocumentName,
  network: NetworkName,
  { subject, lookMs }: Interval,
): Promise<Finding> => {
  const origin = stage.origin(network)
  const staged = stagedDocument(stage, name)
  const turns = Math.min(TURNS, documents[name].pages - 1)
  let width = 0
  const sides = {
    ours: () =>
      withPage(browser, async (page) => {
        const opened = await openReading(page, origin, staged)
        width = opened.width
        return turnForward(opened, turns, lookMs)
      }),
    bare: () =>
      withPage(browser, async (page) => turnForward(await openBare(page, origin, staged, width), turns, lookMs)),
  }
  await sides.ours()
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < Math.ceil(options.rounds / 3); round++)
    for (const side of inTurns(round, ['ours', 'bare'] as const)) times[side].push(...(await sides[side]()))
  const what = { scenario: 'page-turn', subject, document: documents[name].title, network, budget: BUDGET }
  return compareTimes({ ...what, ...times })
}

export const measurePageTurns: Scenario = async (input) => {
  const findings: Finding[] = []
  for (const network of input.options.networks)
    for (const name of input.options.documents.filter((candidate) => documents[candidate].pages > 1))
      for (const interval of intervals) {
        const found = await compare(input, name, network, interval)
        findings.push(found)
        input.log(`${network}, ${documents[name].title}, ${interval.subject}: ${found.figure.toFixed(2)}`)
      }
  return findings
}
