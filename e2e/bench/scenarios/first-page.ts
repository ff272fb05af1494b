import type { Browser } from 'playwright'
import { barePageOf } from '../bare/publish-bare-page.ts'
import type { DocumentName } from '../documents/index.ts'
import { documents } from '../documents/index.ts'
import type { Finding } from '../finding.ts'
import { compareTimes } from '../finding.ts'
import type { NetworkName } from '../network/lines.ts'
import type { BenchOptions } from '../options.ts'
import type { OtherRelease } from '../other/open-other-release.ts'
import { openOtherRelease } from '../other/open-other-release.ts'
import { withPage } from '../page/open-browser.ts'
import { visit } from '../page/visit.ts'
import { inTurns } from '../statistics.ts'
import type { Scenario, ScenarioInput } from './scenario.ts'
import { stagedDocument } from './scenario.ts'

/** Ratio to a bare page of pdf.js, which shows nothing else; decision 0084. */
const budgetOf = ({ throttle }: BenchOptions): number => (throttle > 1 ? 0.5 : 0.7)

/** Ratio to another release; two runs of one release agree to about 0.08 (decision 0013). */
const AGAINST = 1.08

const firstPage = (browser: Browser, address: string, throttle: number, delivered: () => number = () => 0) =>
  withPage(browser, async (page) => {
    await visit(page, address, throttle)
    const first = await page.evaluate(() => window.trazoBench.first)
    // Before the page is closed: what its scripts need comes after its picture.
    return { ...first, received: delivered() }
  })

const subjects = [
  { subject: 'reading page', path: 'reading' },
  { subject: 'invited guest', path: 'invitation' },
] as const

/** Opens every address once a round. Returns milliseconds, and bytes until then, by address. */
const visitAll = async ({ stage, browser, options }: ScenarioInput, addresses: readonly string[]) => {
  const times = new Map(addresses.map((address) => [address, [] as number[]]))
  const bytes = new Map(addresses.map((address) => [address, [] as number[]]))
  for (let round = 0; round < options.rounds; round++)
    for (const address of inTurns(round, addresses)) {
      const before = stage.delivered(address)
      const { at, received } = await firstPage(browser, address, options.throttle, () => stage.delivered(address))
      times.get(address)?.push(at)
      bytes.get(address)?.push(received - before)
    }
  return {
    times: (address: string): readonly number[] => times.get(address) ?? [],
    bytes: (address: string): readonly number[] => bytes.get(address) ?? [],
  }
}

const compare = async (
  input: ScenarioInput,
  other: OtherRelease | undefined,
  name: DocumentName,
  network: NetworkName,
): Promise<Finding[]> => {
  const { stage, browser, options } = input
  const staged = stagedDocument(stage, name)
  const origin = stage.origin(network)
  // Warm-up; also reads the page width.
  const { width } = await firstPage(browser, origin + staged.reading, options.throttle)
  const bare = origin + barePageOf(staged.file, width)
  const others = other ? subjects.map(({ path }) => other.origin(network) + stagedDocument(other, name)[path]) : []
  for (const address of [bare, ...others]) await firstPage(browser, address, options.throttle)

  const ours = subjects.map(({ path }) => origin + staged[path])
  const { times, bytes } = await visitAll(input, [bare, ...ours, ...others])
  return subjects.flatMap(({ subject, path }, index) => {
    const address = origin + staged[path]
    const what = {
      scenario: 'first-page',
      document: documents[name].title,
      network,
      ours: times(address),
      received: bytes(address),
    }
    const before = others[index]
    return [
      compareTimes({ ...what, subject, bare: times(bare), budget: budgetOf(options) }),
      ...(before === undefined
        ? []
        : [compareTimes({ ...what, subject: `${subject}, other release`, bare: times(before), budget: AGAINST })]),
    ]
  })
}

export const measureFirstPages: Scenario = async (input) => {
  const { against, documents: names, networks } = input.options
  const other = against === undefined ? undefined : await openOtherRelease(against, names)
  try {
    const findings: Finding[] = []
    for (const network of networks)
      for (const name of names) {
        const found = await compare(input, other, name, network)
        findings.push(...found)
        input.log(`${network}, ${documents[name].title}: ${found.map(({ figure }) => figure.toFixed(2)).join(', ')}`)
      }
    return findings
  } finally {
    await other?.close()
  }
}
