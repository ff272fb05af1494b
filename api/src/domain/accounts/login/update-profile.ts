import type { Selectable } from 'kysely'
import type { User } from 'shared/contract'
import type { ProfileDetailSchema } from 'shared/contract/accounts'
import { hasEnoughLetters, NAME_TOO_SHORT_MESSAGE } from 'shared/contract/visible-name'
import type * as v from 'valibot'
import type { UserTable } from '../../../platform/database/schema.ts'
import { ApiError, invalidInput } from '../../../platform/http/api-error.ts'
import { fullName } from '../../../platform/names/name-keys.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { viewUser } from '../users/view-user.ts'

type Changes = v.InferOutput<typeof ProfileDetailSchema>
type Row = Selectable<UserTable>

const EMAIL_ELSEWHERE =
  'El email no se cambia aquí. Usa «Cambiar email» en Seguridad: confirmamos la dirección nueva antes de cambiarla.'

const merge = (user: Row, { profile, email: _, ...changes }: Changes): Row => ({ ...user, ...changes, ...profile })

/** The e-mail requires confirmation (`accounts/security/change-email.ts`). */
export const changeProfile = async (
  { db }: Pick<ApiServices, 'db'>,
  userId: number,
  changes: Changes,
): Promise<User> => {
  const changed = await db.transaction().execute(async (transaction) => {
    const user = await transaction.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
    if (user === undefined) throw new ApiError('SESSION_EXPIRED')
    if (changes.email !== undefined && changes.email !== user.email) throw invalidInput('email', EMAIL_ELSEWHERE)
    const { id, ...next } = merge(user, changes)
    if (!hasEnoughLetters(fullName(next))) throw invalidInput('first_name', NAME_TOO_SHORT_MESSAGE)
    await transaction.updateTable('users').set(next).where('id', '=', id).execute()
    return { id, ...next }
  })
  return viewUser(changed)
}
