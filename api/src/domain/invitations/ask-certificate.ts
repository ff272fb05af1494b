import * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { invalidInput } from '../../platform/http/api-error.ts'
import { alternatesOf } from '../access/alternates.ts'
import type { StoredField } from '../access/view-field.ts'
import { fieldsElsewhere } from '../sending-access/invitations-together.ts'

const FORM =
  'La identificación del certificado tiene de 5 a 40 números, letras mayúsculas o guiones, por ejemplo 01-0234-0567.'
const CertificateIdentificationSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^(?:(?=(?:.*\d){4})[A-Z0-9-]{5,40})?$/),
)

/**
 * Sets which certificate must sign the field; an empty text removes the demand.
 *
 * @throws ApiError VALIDATION
 */
const askForField = async (db: ApiDatabase, { id, document_id }: StoredField, asked: string): Promise<void> => {
  const given = v.safeParse(CertificateIdentificationSchema, asked)
  if (!given.success) throw invalidInput('certificate_identification', FORM)
  const hasAlternates = (await alternatesOf(db, document_id)).some(({ field_id }) => field_id === id)
  if (hasAlternates && given.output !== '')
    throw invalidInput(
      'certificate_identification',
      'Varias personas pueden firmar este campo: no se puede pedir el certificado de una.',
    )
  const certificate_identification = given.output === '' ? null : given.output
  await db.updateTable('fields').set({ certificate_identification }).where('id', '=', id).execute()
}

/**
 * Sets which certificate must sign the fields, and all that the same person signs in other documents of the sending: it
 * is asked of a person, not of a document. Undefined leaves it.
 *
 * @param fields of one person in one document
 * @throws ApiError VALIDATION
 */
export const askCertificate = async (
  db: ApiDatabase,
  fields: readonly [StoredField, ...StoredField[]],
  asked: string | undefined,
): Promise<void> => {
  if (asked === undefined) return
  for (const field of fields) await askForField(db, field, asked)
  for (const { fields: theirs } of await fieldsElsewhere(db, fields[0]))
    for (const field of theirs) await askForField(db, field, asked)
}
