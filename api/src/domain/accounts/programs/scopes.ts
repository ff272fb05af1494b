import { type ProgramScope, programScopes } from 'shared/contract/accounts'

export const parseScopes = (stored: string): ProgramScope[] => {
  const names = stored.split(' ')
  return programScopes.filter((scope) => names.includes(scope))
}
