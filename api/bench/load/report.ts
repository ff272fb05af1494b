import { cpus } from 'node:os'
import type { LoadComparison } from './compare.ts'
import type { LoadCost } from './cost.ts'
import type { MeasuredLoad } from './fire.ts'
import { loadAssumptions, reckonNeed } from './reckon.ts'
import type { LoadReport } from './run-load.ts'
import { type MemoryTrend, trendOf, type WatchedRun } from './watch.ts'

const MB = 1024 * 1024
/** `docs/decisions/0028`. */
const CONNECTIONS_PER_PROCESS = 20
export const percentileOf = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor((times.length * share) / 100))] ?? Number.NaN

const rate = ({ times, took }: MeasuredLoad): number => times.length / (took / 1000)
const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))
const ms = (value: number): string => `${short(value)} ms`
const errorsOf = ({ errors }: MeasuredLoad): string =>
  Object.entries(errors)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ') || '0'

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

const comparedTable = (compared: readonly LoadComparison[]): string =>
  table([
    ['call', 'a second', 'p50', 'p99', 'bare server, a second', 'bare ÷ ours', 'refused', 'errors'],
    ...compared.map(({ name, ours, bare }) => [
      name,
      short(rate(ours)),
      ms(percentileOf(ours.times, 50)),
      ms(percentileOf(ours.times, 99)),
      short(rate(bare)),
      short(rate(bare) / rate(ours)),
      String(ours.shed),
      errorsOf(ours),
    ]),
  ])

const crowdTable = (crowds: LoadReport['crowds']): string =>
  table([
    ['many at once', 'all have signed after', 'p50', 'p99', 'refused', 'errors'],
    ...crowds.map(({ name, found }) => [
      name,
      `${short(found.took / 1000)} s`,
      ms(percentileOf(found.times, 50)),
      ms(percentileOf(found.times, 99)),
      String(found.shed),
      errorsOf(found),
    ]),
  ])

const kilobytes = (bytes: number): string => `${short(bytes / 1024)} KB`

const costTable = (cost: LoadCost): string =>
  table([
    ['one document, two signers', ''],
    ['documents a second, one process', short(cost.perSecond)],
    ['processor in the API', `${short(cost.processor * 1000)} ms`],
    ['size when it is uploaded', kilobytes(cost.uploaded)],
    ['stored, newest revision', kilobytes(cost.stored)],
    ['database', kilobytes(cost.database)],
    ['mails', `${short(cost.mails)}, ${kilobytes(cost.mailed)}`],
  ])

const TERA = MB * MB
const large = (bytes: number): string =>
  bytes < TERA ? `${short((bytes / TERA) * 1024)} GB` : `${short(bytes / TERA)} TB`
const amount = (bytes: number): string => `${large(bytes)} a day, ${large(bytes * 365)} a year`
const megabits = (bytes: number): string =>
  `${short((bytes * loadAssumptions.busiestHour * 8) / 3600 / 1_000_000)} Mbit/s`

const needTable = (cost: LoadCost): string => {
  const need = reckonNeed(cost)
  return table([
    ['a million documents a day', 'calculated'],
    ['in the busiest hour', `${short(need.perSecond)} documents a second`],
    ['processes of the API', `${need.processes}, keeping ${short(need.cores)} cores busy`],
    ['connections to PostgreSQL', `up to ${need.processes * CONNECTIONS_PER_PROCESS}`],
    ['storage', amount(need.stored)],
    ['database', amount(need.database)],
    ['mails', `${short(need.mails / 1_000_000)} million a day, ${large(need.mailed)}`],
    ['time stamps', `${short(need.timeStamps / 1_000_000)} million a day, ${short(need.perSecond * 3)} a second`],
    ['bytes of documents from people, busiest hour', megabits(need.received)],
    ['bytes of documents to people, busiest hour', megabits(need.sent)],
    ['bytes of mails, busiest hour', megabits(need.mailed)],
  ])
}

const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`
const trendRow = (name: string, { first, last, perMinute }: MemoryTrend): string[] => [
  name,
  megabytes(first),
  megabytes(last),
  `${(perMinute / MB).toFixed(2)} MB`,
]

const watchedTable = ({ looks, lives, calls }: WatchedRun): string => {
  const seconds = looks.at(-1)?.at ?? 0
  const rows = [
    [`memory under work, ${short(seconds)} s`, 'after the first third', 'at the end', 'a minute'],
    trendRow(
      'whole process',
      trendOf(looks, (look) => look.memory),
    ),
    trendRow(
      'JavaScript heap',
      trendOf(looks, (look) => look.heap),
    ),
  ]
  const work = `During this time ${lives} documents were signed by two people each, with ${calls.times.length} reads (p99 ${ms(percentileOf(calls.times, 99))}; refused: ${calls.shed}; errors: ${errorsOf(calls)}).`
  return `${table(rows)}\n\n${work}`
}

export const describeLoad = ({ compared, crowds, cost, watched }: LoadReport): string =>
  [
    `${cpus().length} cores of a virtual machine, Node ${process.versions.node}, on ${new Date().toISOString().slice(0, 10)}.`,
    comparedTable(compared),
    crowdTable(crowds),
    costTable(cost),
    needTable(cost),
    watchedTable(watched),
  ].join('\n\n')

/** Load shedding is no error. */
export const failuresIn = ({ compared, crowds, watched }: LoadReport): string[] =>
  [
    ...compared.flatMap(({ name, ours, bare }) => [
      { name, found: ours },
      { name: `${name} (bare)`, found: bare },
    ]),
    ...crowds,
    { name: 'reads during the work', found: watched.calls },
  ].flatMap(({ name, found }) => Object.entries(found.errors).map(([kind, count]) => `${name}: ${count} × ${kind}`))
