import type { Browser } from 'playwright'
import { barePageOf } from '../bare/publish-bare-page.ts'
import type { DocumentName } from '../documents/index.ts'
import { documents } from '../documents/index.ts'
import type { Finding } from '../finding.ts'
import { compareTimes } from '../finding.ts'
import { withPage } from '../page/open-browser.ts'
import type { Sight } from '../page/probe.ts'
import { visit } from '../page/visit.ts'
import type { NetworkName } from '../stage.ts'
import { inTurns } from '../statistics.ts'
import type { Scenario, ScenarioInput } from './scenario.ts'
import { stagedDocument } from './scenario.ts'

/** Ratio to a bare page of pdf.js, which shows nothing else. */
const BUDGET = 1.1

const firstPage = (browser: Browser, address: string): Promise<Sight> =>
  withPage(browser, async (page) => {
    await visit(page, address)
    return page.evaluate(() => window.trazoBench.first)
  })

const subjects = [
  { subject: 'reading page', path: 'reading' },
  { subject: 'invited guest', path: 'invitation' },
] as const

const compare = async (
  { stage, browser, options }: ScenarioInput,
  name: DocumentName,
  network: NetworkName,
): Promise<Finding[]> => {
  const staged = stagedDocument(stage, name)
  const origin = stage.origin(network)
  // Warm-up; also reads the page width.
  const { width } = await firstPage(browser, origin + staged.reading)
  const bareAddress = origin + barePageOf(staged.file, width)
  await firstPage(browser, bareAddress)

  const times = { reading: [] as number[], invitation: [] as number[], bare: [] as number[] }
  const visit = async (side: keyof typeof times) => {
    const address = side === 'bare' ? bareAddress : origin + staged[side]
    times[side].push((await firstPage(browser, address)).at)
  }
  for (let round = 0; round < options.rounds; round++) {
    for (const side of inTurns(round, ['reading', 'bare'] as const)) await visit(side)
    await visit('invitation')
  }
  return subjects.map(({ subject, path }) =>
    compareTimes({
      scenario: 'first-page',
      subject,
      document: documents[name].title,
      network,
      ours: times[path],
      bare: times.bare,
      budget: BUDGET,
    }),
  )
}

export const measureFirstPages: Scenario = async (input) => {
  const findings: Finding[] = []
  for (const network of input.options.networks)
    for (const name of input.options.documents) {
      const found = await compare(input, name, network)
      findings.push(...found)
      input.log(`${network}, ${documents[name].title}: ${found.map(({ figure }) => figure.toFixed(2)).join(', ')}`)
    }
  return findings
}
