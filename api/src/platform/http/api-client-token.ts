import { PROGRAM_TOKEN_PREFIX } from 'shared/contract/accounts'

export const isApiClientToken = (token: string): boolean => token.startsWith(PROGRAM_TOKEN_PREFIX)

const CLAIM = new RegExp(`^Bearer ${PROGRAM_TOKEN_PREFIX}`, 'i')

export const claimsApiClientToken = (authorization: string | undefined): boolean => CLAIM.test(authorization ?? '')
