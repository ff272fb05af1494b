import type { Contact } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import { searchTextOf } from '../documents/search-text.ts'
import { type ContactPerson, rememberContact } from './remember-contact.ts'

const TAKEN = 'Ya tienes un contacto con este email. Cámbialo o elimínalo primero.'

export const addContact = async (
  db: ApiDatabase,
  userId: number,
  person: ContactPerson,
  now: number,
): Promise<Contact> => {
  await rememberContact(db, userId, person, now)
  return db
    .selectFrom('contacts')
    .select(['id', 'name', 'email'])
    .where('user_id', '=', userId)
    .where('email_key', '=', emailKey(person.email))
    .executeTakeFirstOrThrow()
}

/** @throws ApiError VALIDATION if another contact has the address */
export const changeContact = (
  db: ApiDatabase,
  userId: number,
  contactId: number,
  { name, email }: ContactPerson,
): Promise<Contact> =>
  db.transaction().execute(async (transaction) => {
    const key = emailKey(email)
    const other = await transaction
      .selectFrom('contacts')
      .select('id')
      .where('user_id', '=', userId)
      .where('email_key', '=', key)
      .where('id', '!=', contactId)
      .executeTakeFirst()
    if (other) throw new ApiError('VALIDATION', { message: TAKEN, fields: { email: TAKEN } })
    const changed = await transaction
      .updateTable('contacts')
      .set({ name, email, email_key: key, search_text: searchTextOf([name, email]) })
      .where('id', '=', contactId)
      .where('user_id', '=', userId)
      .returning(['id', 'name', 'email'])
      .executeTakeFirst()
    if (!changed) throw new ApiError('NOT_FOUND')
    return changed
  })
