import { type Clock, SECOND_MS } from '../../platform/clock.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import { mailRetryPause } from './retry-pause.ts'

/** A mail under way for longer. */
const SLOW = 5 * SECOND_MS
/** Bounds memory and the query; the oldest is forgotten. */
const REMEMBERED_MAX = 500

export interface UnderWay {
  readonly address: string
  readonly since: number
}

export interface RecipientDomains {
  answered(address: string): void
  deferred(address: string): void
  /** Domains whose mails wait. */
  paused(): string[]
  /**
   * Domains that get no further mail: one deferred before, or its
   * slow mails would take the last connection.
   */
  occupied(underWay: readonly UnderWay[]): string[]
}

const domainOf = (address: string): string => emailKey(address).split('@').at(-1) ?? ''

interface DomainOptions {
  readonly clock: Clock
  readonly random: () => number
  readonly connections: number
}

/** Remembers which recipient domains defer mail, in this process. */
export const createRecipientDomains = ({ clock, random, connections }: DomainOptions): RecipientDomains => {
  const deferring = new Map<string, { readonly failures: number; readonly until: number }>()
  const slowMax = Math.max(2, connections - 1)
  const isSlow = ({ since }: UnderWay): boolean => since <= clock() - SLOW
  return {
    answered: (address) => void deferring.delete(domainOf(address)),
    deferred: (address) => {
      const domain = domainOf(address)
      const known = deferring.get(domain)
      // Mails that left together fail together.
      if (known !== undefined && known.until > clock()) return
      const failures = (known?.failures ?? 0) + 1
      deferring.delete(domain)
      deferring.set(domain, { failures, until: clock() + mailRetryPause(failures, random) })
      const [oldest] = deferring.keys()
      if (deferring.size > REMEMBERED_MAX && oldest !== undefined) deferring.delete(oldest)
    },
    paused: () => [...deferring].filter(([, { until }]) => until > clock()).map(([domain]) => domain),
    occupied: (underWay) => {
      const byDomain = Map.groupBy(underWay, ({ address }) => domainOf(address))
      const isOccupied = ([domain, mails]: readonly [string, readonly UnderWay[]]): boolean =>
        deferring.has(domain) || mails.filter(isSlow).length >= slowMax
      return [...byDomain].filter(isOccupied).map(([domain]) => domain)
    },
  }
}
