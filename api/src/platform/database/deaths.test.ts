import fc from 'fast-check'
import { blameAtClaim, blameDeath, killsProcesses, pauseAfterDeath, SURVIVED } from './deaths.ts'

interface ModelJob {
  readonly id: number
  readonly kills: boolean
  deaths: number
  blamed: number
  died_at: number | null
  next: number
  state: 'pending' | 'done' | 'stopped'
}

const newJob = (id: number, kills: boolean): ModelJob => ({ id, kills, ...SURVIVED, next: 0, state: 'pending' })

interface ServerRun {
  readonly jobs: ModelJob[]
  /** Milliseconds at which the machine kills the process, whatever it does. */
  readonly kills: readonly number[]
  readonly random: () => number
  readonly atOnce: number
}

/** Milliseconds that each job takes. */
const WORK = 50
const END = 6 * 60 * 60_000

/** One process after the other claims due jobs, works on them, dies with them and is started again. */
const runServer = ({ jobs, kills, random, atOnce }: ServerRun) => {
  let now = 0
  let startedAt = 0
  let deathsWithKiller = 0
  const outside = [...kills].sort((a, b) => a - b)
  const die = (inHand: readonly ModelJob[]): void => {
    now += 1
    startedAt = now
    for (const { job, deaths, blamed } of blameDeath(inHand)) {
      Object.assign(job, { deaths, blamed })
      if (blamed > 0) Object.assign(job, { died_at: now, next: now + pauseAfterDeath(deaths, random) })
    }
  }
  while (now < END) {
    const inHand = jobs.filter(({ state, next }) => state === 'pending' && next <= now).slice(0, atOnce)
    for (const job of inHand) job.blamed = blameAtClaim(job, startedAt)
    const worked = inHand.filter((job) => {
      if (killsProcesses(job)) job.state = 'stopped'
      return job.state === 'pending'
    })
    const until = now + WORK
    const killed = outside.findIndex((at) => at >= now && at < until)
    if (killed >= 0 && (outside[killed] ?? 0) >= now) {
      outside.splice(0, killed + 1)
      die(worked)
      continue
    }
    if (worked.some(({ kills: does }) => does)) {
      deathsWithKiller += 1
      die(worked)
      continue
    }
    for (const job of worked) Object.assign(job, SURVIVED, { state: 'done' })
    const due = jobs.filter(({ state }) => state === 'pending').map(({ next }) => next)
    if (due.length === 0) break
    now =
      worked.length > 0 ? until : Math.min(Math.max(until, Math.min(...due)), outside.find((at) => at >= until) ?? END)
  }
  return { deathsWithKiller, now }
}

/** Lehmer's generator; its modulus, 2 ** 31 - 1, would yield 0 for ever. */
const aRandom = fc.integer({ min: 1, max: 2 ** 31 - 2 }).map((seed) => {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
})

test('on a server that lives, a job that kills ends, after two deaths if it was alone, and every other job is done', () => {
  const jobs = fc.array(fc.boolean(), { minLength: 1, maxLength: 1 })
  fc.assert(
    fc.property(
      jobs,
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 6 }),
      aRandom,
      (bad, good, atOnce, random) => {
        const all = [
          ...bad.map((kills, id) => newJob(id, kills)),
          ...Array.from({ length: good }, (_, i) => newJob(100 + i, false)),
        ]
        const { deathsWithKiller } = runServer({ jobs: all, kills: [], random, atOnce })
        for (const { kills, state } of all) expect(state).toBe(kills ? 'stopped' : 'done')
        expect(deathsWithKiller).toBeLessThanOrEqual(2 + good)
      },
    ),
  )
})

test('kills that come oftener than the shortest pause never end a job, and all are done when they stop', () => {
  const often = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 6, maxLength: 60 })
  fc.assert(
    fc.property(
      often,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 6 }),
      aRandom,
      (gaps, count, atOnce, random) => {
        let at = 0
        const kills = gaps.map((gap) => (at += gap))
        const all = Array.from({ length: count }, (_, id) => newJob(id, false))
        runServer({ jobs: all, kills, random, atOnce })
        expect(all.map(({ state }) => state)).toEqual(all.map(() => 'done'))
      },
    ),
  )
})

test('several jobs that kill are all found, and no other job ends', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 1, max: 6 }),
      aRandom,
      (bad, good, atOnce, random) => {
        const all = [
          ...Array.from({ length: bad }, (_, id) => newJob(id, true)),
          ...Array.from({ length: good }, (_, id) => newJob(100 + id, false)),
        ]
        runServer({ jobs: all, kills: [], random, atOnce })
        for (const { kills, state } of all) expect(state).toBe(kills ? 'stopped' : 'done')
      },
    ),
  )
})

test.each([
  [[0], [1]],
  [[1], [2]],
  [
    [0, 0],
    [1, 1],
  ],
  [
    [1, 0, 0],
    [2, 0, 0],
  ],
  [
    [1, 1, 0],
    [1, 1, 0],
  ],
])('jobs with the blame %j have %j after the process died with them', (before, after) => {
  expect(blameDeath(before.map((blamed) => ({ deaths: 0, blamed }))).map(({ blamed }) => blamed)).toEqual(after)
})

test('a suspicion holds only for processes that saw the whole pause', () => {
  const suspect = { deaths: 1, blamed: 1, died_at: 1000 }
  expect([blameAtClaim(suspect, 1000), blameAtClaim(suspect, 1001)]).toEqual([1, 0])
  expect(blameAtClaim({ ...suspect, blamed: 2 }, 5000)).toBe(2)
})

test('pauses double up to ten minutes and vary widely', () => {
  expect([1, 2, 3, 20].map((deaths) => pauseAfterDeath(deaths, () => 0))).toEqual([1000, 2000, 4000, 150_000])
  expect(pauseAfterDeath(20, () => 0.999)).toBeGreaterThan(599_000)
})
