import { parseArgs } from 'node:util'
import type { DocumentName } from './documents/index.ts'
import { documentNames } from './documents/index.ts'
import type { NetworkName } from './network/lines.ts'
import { networkNames } from './network/lines.ts'

const scenarioNames = ['first-page', 'page-turn', 'memory', 'drag', 'waterfall'] as const
export type ScenarioName = (typeof scenarioNames)[number]

export interface BenchOptions {
  readonly scenarios: readonly ScenarioName[]
  readonly documents: readonly DocumentName[]
  readonly networks: readonly NetworkName[]
  readonly rounds: number
  /** How many times slower the page's processor is. */
  readonly throttle: number
  readonly strict: boolean
  /** Folder of an installed checkout of another release, which the first page is measured against too. */
  readonly against: string | undefined
}

const chosen = <T extends string>(what: string, given: readonly string[], known: readonly T[]): T[] =>
  given.map((name) => {
    const found = known.find((candidate) => candidate === name)
    if (found === undefined) throw new Error(`${what} '${name}' is none of ${known.join(', ')}`)
    return found
  })

const list = (text: string | undefined): string[] | undefined => text?.split(',').filter((part) => part !== '')

/** @throws Error that lists the valid options */
export const parseOptions = (args: readonly string[]): BenchOptions => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      documents: { type: 'string' },
      networks: { type: 'string' },
      rounds: { type: 'string', default: '9' },
      throttle: { type: 'string', default: '1' },
      strict: { type: 'boolean', default: false },
      against: { type: 'string' },
    },
  })
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a whole number from 1')
  const throttle = Number(values.throttle)
  if (!(throttle >= 1)) throw new Error('--throttle is a number from 1')
  const withBudget = scenarioNames.filter((name) => name !== 'waterfall')
  return {
    scenarios: positionals.length > 0 ? chosen('scenario', positionals, scenarioNames) : withBudget,
    documents: chosen('document', list(values.documents) ?? documentNames, documentNames),
    networks: chosen('line', list(values.networks) ?? networkNames, networkNames),
    rounds,
    throttle,
    strict: values.strict,
    against: values.against,
  }
}
