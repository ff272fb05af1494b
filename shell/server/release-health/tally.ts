import { createHash } from 'node:crypto'
import { networkKey } from 'shared/server'
import * as v from 'valibot'

const GROUPS = 32

const CountsSchema = v.object({
  loads: v.number(),
  /** Loads with an error of any kind. */
  errors: v.number(),
  /** Loads that showed no usable screen: it did not load, did not appear or failed to render. */
  crashes: v.number(),
  /** Loads whose screen appeared. Older files lack it. */
  mounts: v.optional(v.number(), 0),
  /** Crashes since a screen of the release last appeared anywhere. Older files lack it. */
  dark: v.optional(v.number(), 0),
  /** Loads in which the policy refused a style or a script. Older files lack it. */
  blocked: v.optional(v.number(), 0),
})
export type LoadCounts = v.InferOutput<typeof CountsSchema>

/** By group of networks; identifies no person. */
export const TallySchema = v.record(v.pipe(v.string(), v.regex(/^\d\d?$/)), CountsSchema)
export type LoadTally = v.InferOutput<typeof TallySchema>

/**
 * One of 32 groups. All reports of a network (IPv4 /24,
 * IPv6 /48) are in the same one, in every process.
 */
export const addressGroup = (address: string): string =>
  String((createHash('sha256').update(networkKey(address)).digest()[0] ?? 0) % GROUPS)

const none: LoadCounts = { loads: 0, errors: 0, crashes: 0, mounts: 0, dark: 0, blocked: 0 }

const plus = (a: LoadCounts, b: LoadCounts): LoadCounts => ({
  loads: a.loads + b.loads,
  errors: a.errors + b.errors,
  crashes: a.crashes + b.crashes,
  mounts: a.mounts + b.mounts,
  dark: a.dark + b.dark,
  blocked: a.blocked + b.blocked,
})

const withoutDark = (tally: LoadTally): LoadTally =>
  Object.fromEntries(Object.entries(tally).map(([group, counts]) => [group, { ...counts, dark: 0 }]))

/** @param b what came later: a screen that appeared ends the dark of `a` */
export const mergeTallies = (a: LoadTally, b: LoadTally): LoadTally => {
  const sum = Object.values(b).some(({ mounts }) => mounts > 0) ? withoutDark(a) : { ...a }
  for (const [group, counts] of Object.entries(b)) sum[group] = plus(sum[group] ?? none, counts)
  return sum
}

export const addCounts = (tally: LoadTally, group: string, counts: Partial<LoadCounts>): LoadTally =>
  mergeTallies(tally, { [group]: { ...none, dark: counts.crashes ?? 0, ...counts } })

/** An error or a mount without its load is not counted. */
const bounded = ({ loads, errors, crashes, mounts, dark, blocked }: LoadCounts): LoadCounts => ({
  loads,
  errors: Math.min(errors, loads),
  crashes: Math.min(crashes, loads),
  mounts: Math.min(mounts, loads),
  dark: Math.min(dark, loads),
  blocked: Math.min(blocked, loads),
})

/**
 * @param dropped how many groups do not count:
 *   those with the highest figure `by`
 */
export const sumCounts = (tally: LoadTally, dropped = 0, by: keyof LoadCounts = 'loads'): LoadCounts =>
  Object.values(tally)
    .map(bounded)
    .sort((a, b) => b[by] - a[by])
    .slice(dropped)
    .reduce(plus, none)

/** Halves all figures above `most` loads: later ones weigh more. */
export const fadeTally = (tally: LoadTally, most: number): LoadTally => {
  if (sumCounts(tally).loads <= most) return tally
  const half = ({ loads, errors, crashes, mounts, dark, blocked }: LoadCounts): LoadCounts => ({
    loads: loads / 2,
    errors: errors / 2,
    crashes: crashes / 2,
    mounts: mounts / 2,
    dark: dark / 2,
    blocked: blocked / 2,
  })
  return Object.fromEntries(Object.entries(tally).map(([group, counts]) => [group, half(counts)]))
}
