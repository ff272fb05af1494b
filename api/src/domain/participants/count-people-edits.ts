import { rateLimits } from '../../platform/http/limits.ts'
import type { RouteServices } from '../../platform/http/route.ts'

/** Counts a change of the people of a document, for the account's limit. @throws ApiError RATE_LIMITED */
export const countPeopleEdit = (
  { limiter }: Pick<RouteServices, 'limiter'>,
  { userId }: { readonly userId: number },
): Promise<unknown> => limiter.hit(rateLimits.editParticipantsByAccount, String(userId))
