import { median, ratioOfMedians, spread } from './statistics.ts'

/** What one scenario found out about one thing. */
export interface Finding {
  readonly scenario: string
  /** What was measured, on which document and line. */
  readonly subject: string
  readonly document: string
  readonly network: string
  /** The two figures that stand beside each other, in words: '812 ms' and '640 ms'. */
  readonly ours: string
  readonly base: string
  readonly figure: number
  readonly unit: 'ratio' | 'ms'
  /** Largest figure that is still good; undefined where nothing is promised. */
  readonly budget: number | undefined
  /** Everything that was measured, for whoever wants to know more. */
  readonly raw: Readonly<Record<string, readonly number[]>>
}

export const isOver = ({ figure, budget }: Finding): boolean => budget !== undefined && figure > budget

const milliseconds = (values: readonly number[]): string => {
  const { low, high } = spread(values)
  return `${median(values).toFixed(0)} ms (${low.toFixed(0)}–${high.toFixed(0)})`
}

export interface Timing extends Pick<Finding, 'scenario' | 'subject' | 'document' | 'network' | 'budget'> {
  /** Milliseconds. */
  readonly ours: readonly number[]
  readonly bare: readonly number[]
}

/** Our times over those of the bare page, both taken in turns in the same run. */
export const compareTimes = ({ ours, bare, ...what }: Timing): Finding => ({
  ...what,
  ours: milliseconds(ours),
  base: milliseconds(bare),
  figure: ratioOfMedians(ours, bare),
  unit: 'ratio',
  raw: { ours, bare },
})
