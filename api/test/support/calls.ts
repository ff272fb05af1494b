import type { Call } from 'shared/contract'
import * as contract from 'shared/contract'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value

/** Calls that the contract already describes and that the server does not answer yet. */
export const pendingCalls: ReadonlySet<string> = new Set([
  'updateProfile',
  'passwordReset',
  'passwordResetConfirm',
  'oauthToken',
  'oauthRevoke',
])

/** Every call of the contract. */
export const allCalls = Object.values<unknown>(contract).filter(isCall)

/** Every call that the server answers. */
export const calls = allCalls.filter(({ name }) => !pendingCalls.has(name))
