import type { RequestActor } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { invitationsWithFacts, isSignedByOther } from '../access/invitation-access.ts'
import { readPublicLink } from '../public-link-sessions/read-public-link.ts'

/**
 * Whether the page of this link will offer to sign, so that it may show the button before its scripts. The reader's
 * access was checked. Signing checks everything again.
 */
export const awaitsSignature = async (
  services: Pick<ApiServices, 'db' | 'clock'>,
  actor: RequestActor,
  { id, shared_at }: Pick<StoredDocument, 'id' | 'shared_at'>,
): Promise<boolean> => {
  if (actor.kind === 'guest' && actor.source.kind === 'invitation') {
    const invitation = await invitationsWithFacts(services.db)
      .where('invitations.id', '=', actor.source.invitationId)
      .executeTakeFirst()
    if (invitation === undefined || isSignedByOther(invitation)) return false
    return invitation.used_at === null && invitation.turn_at !== null
  }
  if (actor.kind !== 'anonymous' || shared_at === null) return false
  const { mode, closed } = await readPublicLink(services, id)
  return mode === 'sign' && closed === undefined
}
