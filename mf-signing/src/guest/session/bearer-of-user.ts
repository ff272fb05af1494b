import { type Bearer, currentAccessToken } from 'shared/http'
import { storedAccessToken } from 'shared/state'

/** Signing pages do not restore the stored session (specification, section 6). */
export const bearerOfUser = (): Bearer => {
  const token = currentAccessToken() === undefined ? storedAccessToken() : undefined
  return token === undefined ? 'session' : { token }
}
