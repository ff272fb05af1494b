import type { Selectable } from 'kysely'
import type { ErrorCode, FileStatus } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { InvitationTable } from '../../platform/database/schema.ts'
import { isDeadlineOver } from './deadline.ts'
import { endedCode } from './ended-invitation.ts'

type Ends = 'expires_at' | 'revoked_at' | 'declined_at' | 'used_at'

/** What decides about an invitation. `closedBecause` is pure, so every call decides alike. */
export interface InvitationFacts extends Pick<Selectable<InvitationTable>, Ends> {
  readonly status: FileStatus
  readonly deadline: number | null
  readonly field_signed_at: number | null
  /** Signed by public link. */
  readonly field_signed_by_link_at: number | null
  /** Or when the participant without a field, or the alternate, was removed. */
  readonly field_deleted_at: number | null
  readonly document_deleted_at: number | null
}

/** Signed by another of those who may sign the field. */
export const isSignedByOther = ({ used_at, field_signed_at, field_signed_by_link_at }: InvitationFacts): boolean =>
  used_at === null && field_signed_at !== null && field_signed_by_link_at === null

/** Signers keep theirs, and so do those in whose place another signed. @returns the reason for refusal */
export const closedBecause = (facts: InvitationFacts, now: number): ErrorCode | undefined => {
  if (facts.document_deleted_at !== null || facts.field_deleted_at !== null) return 'INVITATION_INVALID'
  if (facts.revoked_at !== null || facts.declined_at !== null) return endedCode(facts)
  if (facts.used_at !== null) return undefined
  if (facts.status === 'CANCELLED') return 'DOCUMENT_CANCELLED'
  if (isSignedByOther(facts)) return undefined
  // A public-link signer signed the field.
  if (facts.field_signed_at !== null) return 'INVITATION_USED'
  if (isDeadlineOver(facts, now)) return 'DOCUMENT_EXPIRED'
  return facts.expires_at <= now ? 'INVITATION_EXPIRED' : undefined
}

/** The query that gives `InvitationFacts`; callers add their condition. */
export const invitationsWithFacts = (db: ApiDatabase) =>
  db
    .selectFrom('invitations')
    .leftJoin('fields', 'fields.id', 'invitations.field_id')
    .innerJoin('participants', (join) =>
      join.on((eb) =>
        eb('participants.id', '=', eb.fn.coalesce('fields.participant_id', 'invitations.participant_id')),
      ),
    )
    .leftJoin('alternates', 'alternates.id', 'invitations.alternate_id')
    .innerJoin('documents', 'documents.id', 'invitations.document_id')
    .selectAll('invitations')
    .select([
      'documents.status',
      'documents.deadline',
      'documents.deleted_at as document_deleted_at',
      'documents.sending_id',
      'participants.kind as asked_kind',
      'fields.signed_at as field_signed_at',
      'fields.signed_by_link_at as field_signed_by_link_at',
    ])
    .select((eb) => [
      eb.fn.coalesce('fields.deleted_at', 'alternates.removed_at', 'participants.removed_at').as('field_deleted_at'),
      // Of the invited person, also if another signed.
      eb.fn.coalesce('alternates.name', 'participants.name').as('signer_name'),
    ])
