import type { Seeded } from '../seeded.ts'
import { type CutChoice, KEEPS_ALL } from './disk-state.ts'

/** Extremes find more than chance does: what a file system really does is one of them, or close to one. */
export const CUT_KINDS = ['nothing', 'everything', 'names', 'bytes', 'sizes', 'rare', 'half', 'most', 'torn'] as const
export type CutKind = (typeof CUT_KINDS)[number]

const always = (): boolean => true
const never = (): boolean => false

const byChance = (random: Seeded, probability: number): CutChoice => {
  const keeps = (): boolean => random.chance(probability)
  /** A write is there as a whole, or not at all. */
  const writes = new Map<unknown, boolean>()
  const keepsSector: CutChoice['keepsSector'] = (change) => {
    const known = writes.get(change) ?? keeps()
    writes.set(change, known)
    return known
  }
  return { keepsEntry: keeps, keepsSize: keeps, keepsSector }
}

export const choiceOf = (kind: CutKind, random: Seeded): CutChoice => {
  switch (kind) {
    case 'nothing':
      return { keepsEntry: never, keepsSize: never, keepsSector: never }
    case 'everything':
      return KEEPS_ALL
    case 'names':
      return { keepsEntry: always, keepsSize: never, keepsSector: never }
    case 'bytes':
      return { keepsEntry: never, keepsSize: always, keepsSector: always }
    case 'sizes':
      return { keepsEntry: always, keepsSize: always, keepsSector: never }
    case 'rare':
      return byChance(random, 0.1)
    case 'half':
      return byChance(random, 0.5)
    case 'most':
      return byChance(random, 0.9)
    case 'torn': {
      const keeps = (): boolean => random.chance(0.5)
      return { keepsEntry: keeps, keepsSize: keeps, keepsSector: keeps }
    }
  }
}

export const drawKind = (random: Seeded): CutKind => CUT_KINDS[random.below(CUT_KINDS.length)] ?? 'nothing'
