import { fire, type Measured, type Shot, together } from './fire.ts'
import { patiently, shoot } from './people.ts'
import type { BareServer } from './start-bare.ts'

export interface Compared {
  readonly name: string
  readonly ours: Measured
  readonly bare: Measured
}

type Calls =
  | { readonly kind: 'same'; readonly shot: Shot; readonly ms: number }
  | { readonly kind: 'each'; readonly next: () => Shot; readonly calls: number }

export interface Comparison {
  readonly name: string
  readonly address: string
  readonly connections: number
  readonly turns: number
  readonly wanted: number
  readonly turn: () => Promise<Calls>
}

const firing = (address: string, calls: Calls, { connections, wanted }: Comparison): Promise<Measured> =>
  calls.kind === 'same'
    ? fire({ address, shot: calls.shot, connections, wanted, until: { ms: calls.ms } })
    : fire({ address, shot: calls.next, connections, wanted, until: { calls: calls.calls } })

/** The bare server repeats one call. */
export const compare = async (comparison: Comparison, bare: BareServer): Promise<Compared> => {
  const [ours, theirs]: [Measured[], Measured[]] = [[], []]
  for (let turn = 0; turn < comparison.turns; turn += 1) {
    const calls = await comparison.turn()
    const sample = calls.kind === 'same' ? calls.shot : calls.next()
    const answer = await patiently(() => shoot(comparison.address, sample))
    if (answer.status !== comparison.wanted) throw new Error(`${sample.path} answered ${answer.status}`)
    await bare.copy(sample.path, answer)
    ours.push(await firing(comparison.address, calls, comparison))
    theirs.push(
      await firing(bare.address, calls.kind === 'same' ? calls : { ...calls, next: () => sample }, comparison),
    )
  }
  return { name: comparison.name, ours: together(ours), bare: together(theirs) }
}
