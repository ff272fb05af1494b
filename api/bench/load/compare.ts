import { fireShots, joinMeasured, type LoadShot, type MeasuredLoad } from './fire.ts'
import { fetchShot, retryShed } from './people.ts'
import type { BareServer } from './start-bare.ts'

export interface LoadComparison {
  readonly name: string
  readonly ours: MeasuredLoad
  readonly bare: MeasuredLoad
}

type Calls =
  | { readonly kind: 'same'; readonly shot: LoadShot; readonly ms: number }
  | { readonly kind: 'each'; readonly next: () => LoadShot; readonly calls: number }

export interface ComparisonPlan {
  readonly name: string
  readonly address: string
  readonly connections: number
  readonly turns: number
  readonly wanted: number
  readonly turn: () => Promise<Calls>
}

const firing = (address: string, calls: Calls, { connections, wanted }: ComparisonPlan): Promise<MeasuredLoad> =>
  calls.kind === 'same'
    ? fireShots({ address, shot: calls.shot, connections, wanted, until: { ms: calls.ms } })
    : fireShots({ address, shot: calls.next, connections, wanted, until: { calls: calls.calls } })

/** The bare server repeats one call. */
export const compareLoads = async (comparison: ComparisonPlan, bare: BareServer): Promise<LoadComparison> => {
  const [ours, theirs]: [MeasuredLoad[], MeasuredLoad[]] = [[], []]
  for (let turn = 0; turn < comparison.turns; turn += 1) {
    const calls = await comparison.turn()
    const sample = calls.kind === 'same' ? calls.shot : calls.next()
    const answer = await retryShed(() => fetchShot(comparison.address, sample))
    if (answer.status !== comparison.wanted) throw new Error(`${sample.path} answered ${answer.status}`)
    await bare.copy(sample.path, answer)
    ours.push(await firing(comparison.address, calls, comparison))
    theirs.push(
      await firing(bare.address, calls.kind === 'same' ? calls : { ...calls, next: () => sample }, comparison),
    )
  }
  return { name: comparison.name, ours: joinMeasured(ours), bare: joinMeasured(theirs) }
}
