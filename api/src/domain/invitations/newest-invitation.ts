import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { StoredField } from '../access/view-field.ts'
import type { InvitationRow } from './find-invitation.ts'

type Newest = Pick<InvitationRow, 'silenced_at' | 'personal_message'> | undefined

/**
 * The last invitation of this field to its present address. A new one keeps its silence and, if nothing else is asked,
 * its message.
 */
export const newestTo = (db: ApiDatabase, field: StoredField): Promise<Newest> =>
  db
    .selectFrom('invitations')
    .select(['silenced_at', 'personal_message'])
    .where('field_id', '=', field.id)
    .where('email', '=', field.signer_email)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** @param requested undefined repeats the previous message */
export const personalMessageOf = (requested: string | undefined, newest: Newest): string | null =>
  requested === undefined ? (newest?.personal_message ?? null) : requested || null
