import type { ReplyOf, validateInvitationCall } from 'shared/contract'
import { fullName } from '../accounts/identity.ts'
import { hashToken } from '../accounts/tokens.ts'
import { SECOND, toInstant } from '../clock.ts'
import type { Db } from '../database/open-database.ts'
import { findField } from '../fields/find-field.ts'
import { viewField } from '../fields/view-field.ts'
import { downloadUrl } from '../files/view-documents.ts'
import { ApiError } from '../http/api-error.ts'
import type { Services } from '../services.ts'
import { otherFieldsOf } from '../signing/other-fields.ts'
import { GUEST_TOKEN_LIFE } from './guest-token.ts'
import { closedBecause, invitationsWithFacts } from './invitation-access.ts'
import { proposalOf } from './proposal.ts'

const findInvitation = (db: Db, token: string) =>
  invitationsWithFacts(db)
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .select(['documents.original_filename', 'users.first_name', 'users.last_name'])
    .where('invitations.token_hash', '=', hashToken(token))
    .executeTakeFirst()

/**
 * Describes an invitation and issues a guest token; also works
 * after signing.
 * Read-only, because mail scanners open links.
 * @throws ApiError INVITATION_INVALID, INVITATION_DECLINED,
 * DOCUMENT_CANCELLED, INVITATION_USED, INVITATION_EXPIRED
 */
export const validateInvitation = async (
  { db, clock, guestTokens, signingAgent }: Pick<Services, 'db' | 'clock' | 'guestTokens' | 'signingAgent'>,
  token: string,
): Promise<ReplyOf<typeof validateInvitationCall>> => {
  const now = clock()
  const invitation = await findInvitation(db, token)
  if (invitation === undefined) throw new ApiError('INVITATION_INVALID')
  const closed = closedBecause(invitation, now)
  if (closed !== undefined) throw new ApiError(closed)
  const field = await findField(db, invitation.field_id)
  if (field === undefined) throw new ApiError('INVITATION_INVALID')
  const source = { kind: 'invitation', invitationId: invitation.id } as const
  const actor = { kind: 'guest', source, fieldId: field.id, documentId: invitation.document_id } as const
  const others = invitation.used_at === null ? await otherFieldsOf(db, actor, field, now) : []
  const expiresAt =
    invitation.used_at === null ? Math.min(now + GUEST_TOKEN_LIFE, invitation.expires_at) : now + GUEST_TOKEN_LIFE
  return {
    signature_field: viewField(field),
    signer_email: field.signer_email,
    owner_name: fullName(invitation),
    document: {
      id: invitation.document_id,
      original_filename: invitation.original_filename,
      download_url: downloadUrl(invitation.document_id),
    },
    access_token: guestTokens.seal({
      source,
      fieldId: field.id,
      expiresAt,
    }),
    expires_in: Math.floor((expiresAt - now) / SECOND),
    expires_at: toInstant(invitation.expires_at),
    agent: signingAgent,
    reminders_silenced: invitation.silenced_at !== null,
    turn: invitation.turn_at === null ? 'later' : 'now',
    other_fields: others.map(viewField),
    proposal: proposalOf(invitation),
  }
}
