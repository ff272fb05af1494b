import { setTimeout as pause } from 'node:timers/promises'
import { fireShots, joinMeasured, type MeasuredLoad } from './fire.ts'
import { type LoadPeople, listShot, liveOneLife, rangeShot, uploadAsOwner } from './people.ts'
import { readFigures } from './process-figures.ts'

export interface MemoryLook {
  /** Seconds since the start. */
  readonly at: number
  /** Bytes. */
  readonly memory: number
  readonly heap: number
}

export interface MemoryTrend {
  /** Bytes per minute, by least squares. */
  readonly perMinute: number
  readonly first: number
  readonly last: number
}

/** Share of excluded early samples. */
const WARMING = 1 / 3

/** @param figure in bytes */
export const trendOf = (looks: readonly MemoryLook[], figure: (look: MemoryLook) => number): MemoryTrend => {
  const warm = looks.slice(Math.floor(looks.length * WARMING))
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [at, value] = [mean(warm.map((look) => look.at)), mean(warm.map(figure))]
  const spread = warm.reduce((sum, look) => sum + (look.at - at) ** 2, 0)
  const slope = warm.reduce((sum, look) => sum + (look.at - at) * (figure(look) - value), 0) / (spread || 1)
  const [first, last] = [warm[0], warm.at(-1)]
  return { perMinute: slope * 60, first: first ? figure(first) : 0, last: last ? figure(last) : 0 }
}

export interface WatchedRun {
  readonly looks: readonly MemoryLook[]
  readonly calls: MeasuredLoad
  readonly lives: number
}

interface WatchOptions {
  readonly people: LoadPeople
  readonly bytes: Uint8Array
  /** Milliseconds. */
  readonly watched: number
  readonly look: number
}

const READS = 40

const lookAt = async ({ people, watched, look }: WatchOptions): Promise<MemoryLook[]> => {
  const looks: MemoryLook[] = []
  const began = performance.now()
  while (performance.now() - began < watched) {
    const { memory, heap } = await readFigures(people.server.address)
    looks.push({ at: (performance.now() - began) / 1000, memory, heap })
    await pause(look)
  }
  return looks
}

const live = async ({ people, bytes, watched }: WatchOptions): Promise<number> => {
  const began = performance.now()
  let lives = 0
  for (; performance.now() - began < watched; lives += 1) await liveOneLife(people, bytes)
  return lives
}

export const watchMemory = async (options: WatchOptions): Promise<WatchedRun> => {
  const { people, bytes, watched } = options
  const { address } = people.server
  const document = await uploadAsOwner(people, bytes)
  const half = { address, connections: 2, until: { ms: watched }, rate: READS / 2 }
  const [looks, lives, ...calls] = await Promise.all([
    lookAt(options),
    live(options),
    fireShots({ ...half, shot: listShot(people), wanted: 200 }),
    fireShots({ ...half, shot: rangeShot(people, document), wanted: 206 }),
  ])
  return { looks, lives, calls: joinMeasured(calls) }
}
