import { type ProgramScope, programScopes } from 'shared/contract/accounts'

/** Ignores names that this release does not know: a scope that was removed must grant nothing. */
export const parseScopes = (stored: string): ProgramScope[] => {
  const names = stored.split(' ')
  return programScopes.filter((scope) => names.includes(scope))
}
