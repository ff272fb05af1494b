import type { ClientLimits } from './client-limits.ts'

export type ClientPatience = Pick<ClientLimits, 'grace' | 'leastRate'>

/**
 * Time that a client has left, in milliseconds. Waiting spends it, and
 * progress at the least rate regains what it takes; it starts at `grace`.
 */
export const patienceLeft = (
  left: number,
  { waited, bytes }: { readonly waited: number; readonly bytes: number },
  { grace, leastRate }: ClientPatience,
): number => Math.min(grace, left - waited + (bytes * 1000) / leastRate)
