import type { Call } from 'shared/contract'
import * as contract from 'shared/contract'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value

/** Every call of the contract. */
export const calls = Object.values<unknown>(contract).filter(isCall)
