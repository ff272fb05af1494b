import type { Bearer } from 'shared/http'
import { currentSession, storedAccessToken } from 'shared/state'
import { useSavedOffer } from '../../saved-signatures/use-saved-offer.ts'
import { knownName } from '../session/guest-rules.ts'
import type { GuestSession } from '../session/guest-session.ts'

const bearerOf = (email: string): Bearer | undefined => {
  const session = currentSession()
  if (session.kind === 'authenticated')
    return session.user.email.toLowerCase() === email.toLowerCase() ? 'session' : undefined
  const token = storedAccessToken(email)
  return token === undefined ? undefined : { token }
}

/**
 * The browser's session may be another person's, for
 * example the owner's: it is neither used nor sent.
 */
export const useGuestSaved = (guest: GuestSession) =>
  useSavedOffer(async () => {
    const { entry } = guest
    const bearer = entry.kind === 'invitation' ? bearerOf(entry.user.email) : undefined
    return bearer && { bearer, name: knownName(guest) }
  })
