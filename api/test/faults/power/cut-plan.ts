import type { Seeded } from '../seeded.ts'
import { type CutKind, drawKind } from './cut-choices.ts'
import type { DiskEvent, DiskHistory } from './disk-event.ts'

export interface PlannedCut {
  readonly position: number
  readonly where: 'before' | 'inside' | 'after' | 'random'
  readonly kind: CutKind
}

/** Of the cuts of a command: after it has said that it is complete. */
const ENDED_SHARE = 0.4

/** The log of the database makes most writes: without a limit the rest would be cut seldom. */
const WRITES_SHARE = 0.4

const around = (event: DiskEvent, random: Seeded): Pick<PlannedCut, 'position' | 'where'> => {
  const where = (['before', 'inside', 'after'] as const)[random.below(3)] ?? 'before'
  if (where === 'before') return { where, position: event.start }
  return where === 'inside' ? { where, position: event.start + 1 } : { where, position: event.end + 1 }
}

/** Takes each once before any of them again. */
const takeTurns = <Item>(items: readonly Item[], random: Seeded): (() => Item | undefined) => {
  const waiting: Item[] = []
  return () => {
    if (waiting.length === 0) waiting.push(...random.shuffled(items))
    return waiting.pop()
  }
}

/** Half at points where something changes or is stored, half at random positions between the first and the last of them. */
export const planCuts = (count: number, { events }: DiskHistory, random: Seeded): PlannedCut[] => {
  const finished = events.filter(({ end }) => Number.isFinite(end))
  const first = finished[0]?.start ?? 0
  const last = (finished.at(-1)?.end ?? 0) + 1
  const nextWrite = takeTurns(
    finished.filter(({ kind }) => kind === 'write'),
    random,
  )
  const nextOther = takeTurns(
    finished.filter(({ kind }) => kind !== 'write'),
    random,
  )
  return Array.from({ length: count }, (_, index) => {
    const kind = drawKind(random)
    const event = index % 2 === 0 ? (random.chance(WRITES_SHARE) ? nextWrite() : nextOther()) : undefined
    if (event === undefined) return { kind, where: 'random', position: first + random.below(last - first + 1) }
    return { kind, ...around(event, random) }
  })
}

/** Of a command, which ends with an answer. */
export const planCommandCuts = (count: number, history: DiskHistory, random: Seeded): PlannedCut[] => {
  const position = (history.events.at(-1)?.end ?? 0) + 1
  return planCuts(count, history, random).map((cut) =>
    random.chance(ENDED_SHARE) ? { ...cut, where: 'after', position } : cut,
  )
}

const nameOf = (event: DiskEvent): string => {
  if (event.kind === 'rename') return `rename to ${event.to.name}`
  if (event.kind === 'name' || event.kind === 'unname') return `${event.kind} ${event.entry.name}`
  return `${event.kind} of node ${event.node}`
}

export const describeCut = ({ position, where, kind }: PlannedCut, { events }: DiskHistory): string => {
  const before = events.filter(({ end }) => end < position).slice(-2)
  return `cut ${where} at ${position}, ${kind} survives, after ${before.map(nameOf).join(', ') || 'nothing'}`
}
