import type { GuestActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/** @throws ApiError FORBIDDEN for public-link signers */
export const invitationOf = ({ source }: GuestActor): number => {
  if (source.kind !== 'invitation') throw new ApiError('FORBIDDEN')
  return source.invitationId
}
