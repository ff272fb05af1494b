import type { ReplyOf, validateInvitationCall } from 'shared/contract'
import { dateOf } from 'shared/contract/signing-order'
import { SECOND_MS, toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { fieldAsPerson } from '../access/alternates.ts'
import { readTurns } from '../access/check-turn.ts'
import { findField } from '../access/find-field.ts'
import { closedBecause, invitationsWithFacts, isSignedByOther } from '../access/invitation-access.ts'
import { otherFieldsOf } from '../access/other-fields.ts'
import { followInvitation } from '../access/signer-invitations.ts'
import { missingApprovals } from '../access/turns.ts'
import { type StoredField, viewField } from '../access/view-field.ts'
import { downloadUrl } from '../documents/view-documents.ts'
import { GUEST_TOKEN_LIFE } from '../invitation-tokens/guest-token.ts'
import { type LinkedInvitation, linkedInvitation } from '../invitations/linked-invitation.ts'
import { proposalOf } from '../invitations/proposal.ts'
import { guestSending } from '../sendings/guest-sending.ts'

const findInvitation = async (db: ApiDatabase, { invitation: mailed }: LinkedInvitation, now: number) => {
  const { id } = await followInvitation(db, mailed, now)
  return invitationsWithFacts(db)
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .select(['documents.original_filename', 'documents.signing_mode', 'users.first_name', 'users.last_name'])
    .where('invitations.id', '=', id)
    .executeTakeFirst()
}

const approvalsBefore = async (db: ApiDatabase, field: StoredField) => ({
  waits_for: missingApprovals(await readTurns(db, field.document_id), field.id),
})

const viewFacts = (invitation: NonNullable<Awaited<ReturnType<typeof findInvitation>>>) => ({
  expires_at: toInstant(invitation.expires_at),
  signing_mode: invitation.signing_mode,
  ...(invitation.deadline === null ? {} : { sign_by: dateOf(invitation.deadline - 1) }),
  reminders_silenced: invitation.silenced_at !== null,
  turn: invitation.turn_at === null ? ('later' as const) : ('now' as const),
  proposal: proposalOf(invitation),
})

/**
 * Also works after signing. Read-only, because mail
 * scanners open links.
 * @throws ApiError INVITATION_INVALID, INVITATION_DECLINED,
 * DOCUMENT_CANCELLED, INVITATION_USED, INVITATION_EXPIRED,
 * INVITATION_WITHOUT_FIELD
 */
export const validateInvitation = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'guestTokens' | 'invitationTokens' | 'signingAgent'>,
  token: string,
): Promise<ReplyOf<typeof validateInvitationCall>> => {
  const { db, clock, guestTokens, signingAgent } = services
  const now = clock()
  const linked = await linkedInvitation({ db, guestTokens }, token, now)
  const invitation = linked && (await findInvitation(db, linked, now))
  if (linked === undefined || invitation === undefined) throw new ApiError('INVITATION_INVALID')
  const closed = closedBecause(invitation, now)
  if (closed !== undefined) throw new ApiError(closed)
  if (invitation.field_id === null) throw new ApiError('INVITATION_WITHOUT_FIELD')
  const stored = await findField(db, invitation.field_id)
  if (stored === undefined) throw new ApiError('INVITATION_INVALID')
  const isOthers = isSignedByOther(invitation)
  // After the signature of another, the field names who signed.
  const field = isOthers ? stored : await fieldAsPerson(db, stored, invitation.alternate_id)
  const source = { kind: 'invitation', invitationId: invitation.id, ...linked.opened } as const
  const actor = { kind: 'guest', source, fieldId: field.id, documentId: invitation.document_id } as const
  const isOpen = invitation.used_at === null && !isOthers
  const others = isOpen ? await otherFieldsOf(db, actor, field, now) : []
  const sending = await guestSending(services, invitation, linked.opened)
  const expiresAt = isOpen ? Math.min(now + GUEST_TOKEN_LIFE, invitation.expires_at) : now + GUEST_TOKEN_LIFE
  return {
    signature_field: viewField(field),
    signer_email: isOthers ? invitation.email : field.signer_email,
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
    expires_in: Math.floor((expiresAt - now) / SECOND_MS),
    agent: signingAgent,
    other_fields: others.map(viewField),
    ...viewFacts(invitation),
    ...(invitation.turn_at === null ? await approvalsBefore(db, field) : {}),
    ...(isOthers ? { signed_by_other: true } : {}),
    ...(sending === undefined ? {} : { sending }),
  }
}
