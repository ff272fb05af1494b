import type { Seeded } from './seeded.ts'

export type Kill =
  /** Milliseconds. */
  | { readonly kind: 'moment'; readonly after: number }
  | { readonly kind: 'point'; readonly point: string }
  /** Before the mail server replies. */
  | { readonly kind: 'mail-kept' }
  | { readonly kind: 'start'; readonly after: number }

/** Maxima in milliseconds. */
const LIFE = 600
const START = 1500

const drawMoment = (random: Seeded): Kill => {
  if (random.chance(0.12)) return { kind: 'mail-kept' }
  if (random.chance(0.15)) return { kind: 'start', after: random.below(START) }
  return { kind: 'moment', after: random.below(LIFE) }
}

/** Half at recorded points, half at random times. */
export const planKills = (count: number, recorded: readonly string[], random: Seeded): Kill[] => {
  const points: string[] = []
  return Array.from({ length: count }, (_, index) => {
    if (index % 2 === 1) return drawMoment(random)
    if (points.length === 0) points.push(...random.shuffled(recorded))
    const point = points.pop()
    return point === undefined ? drawMoment(random) : { kind: 'point', point }
  })
}

export const describeKill = (kill: Kill): string => {
  switch (kill.kind) {
    case 'moment':
      return `after ${kill.after} ms`
    case 'point':
      return kill.point
    case 'mail-kept':
      return 'when a mail was kept'
    case 'start':
      return `and again ${kill.after} ms into the next start`
  }
}
