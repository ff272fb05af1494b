import type { GuestActor } from '../http/actor.ts'
import { ApiError } from '../http/api-error.ts'

/**
 * The invitation that a guest came with. Who came by a public link has none, and nothing to say about one.
 * @throws ApiError FORBIDDEN
 */
export const invitationOf = ({ source }: GuestActor): number => {
  if (source.kind !== 'invitation') throw new ApiError('FORBIDDEN')
  return source.invitationId
}
