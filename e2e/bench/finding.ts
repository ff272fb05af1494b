import { median, ratioOfMedians, spread } from './statistics.ts'

export interface Finding {
  readonly scenario: string
  readonly subject: string
  readonly document: string
  readonly network: string
  /** For display, for example '812 ms' and '640 ms'. */
  readonly ours: string
  readonly base: string
  readonly figure: number
  readonly unit: 'ratio' | 'ms'
  readonly budget: number | undefined
  readonly raw: Readonly<Record<string, readonly number[]>>
}

export const isOver = ({ figure, budget }: Finding): boolean => budget !== undefined && figure > budget

const milliseconds = (values: readonly number[]): string => {
  const { low, high } = spread(values)
  return `${median(values).toFixed(0)} ms (${low.toFixed(0)}–${high.toFixed(0)})`
}

const kilobytes = (values: readonly number[]): string => {
  const bytes = median(values)
  return bytes === 0 ? '' : `, ${(bytes / 1000).toFixed(0)} kB`
}

export interface Timing extends Pick<Finding, 'scenario' | 'subject' | 'document' | 'network' | 'budget'> {
  /** Milliseconds. */
  readonly ours: readonly number[]
  readonly bare: readonly number[]
  /** Bytes that the browser had got by then; 0 if the line counts none. */
  readonly received?: readonly number[]
}

/** Runs are interleaved. */
export const compareTimes = ({ ours, bare, received = [0], ...what }: Timing): Finding => ({
  ...what,
  ours: milliseconds(ours) + kilobytes(received),
  base: milliseconds(bare),
  figure: ratioOfMedians(ours, bare),
  unit: 'ratio',
  raw: { ours, bare },
})
