import { PEOPLE_PER_FIELD_MAX } from 'shared/contract/alternates'
import { invitedSignerKey } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { alternatesOf, fieldForEach } from '../access/alternates.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { rowSignerKey } from '../access/same-signer.ts'
import type { StoredField } from '../access/view-field.ts'
import { checkOtherAddress } from './check-participant.ts'

interface StatedAlternate {
  readonly name: string
  readonly email: string
}

/**
 * Each person may sign a field once.
 *
 * @param except who takes part now, and changes
 * @throws ApiError VALIDATION
 */
export const checkNewSigner = async (
  db: ApiDatabase,
  field: StoredField,
  stated: StatedAlternate,
  except?: StoredField,
): Promise<void> => {
  const people = fieldForEach(field, await alternatesOf(db, field.document_id))
  const others = people.filter(({ alternate_id }) => except === undefined || alternate_id !== except.alternate_id)
  if (others.some((other) => rowSignerKey(other) === invitedSignerKey(stated)))
    throw invalidInput('email', 'Esa persona ya puede firmar este campo. Escribe los datos de otra.')
}

const ownAddressText =
  'Ese es el email de quien envía el documento. Escribe el de otra persona, o coloca un campo para tu firma.'

/** The owner signs by an own field. @throws ApiError VALIDATION */
export const checkAlternateAddress = (db: ApiDatabase, document: StoredDocument, email: string): Promise<void> =>
  checkOtherAddress(db, document, email, ownAddressText)

/** @throws ApiError FIELD_SIGNED, NOT_A_THIRD_PARTY_FIELD, VALIDATION */
export const checkAlternate = async (
  db: ApiDatabase,
  document: StoredDocument,
  field: StoredField,
  stated: StatedAlternate,
): Promise<void> => {
  if (field.signed_at !== null) throw new ApiError('FIELD_SIGNED')
  if (field.field_type !== 'SECONDARY' || field.signer_email === '') throw new ApiError('NOT_A_THIRD_PARTY_FIELD')
  if (field.certificate_identification !== null)
    throw invalidInput(
      'field_id',
      'Este campo pide el certificado de una sola persona. Quita esa exigencia para que pueda firmar otra.',
    )
  await checkAlternateAddress(db, document, stated.email)
  await checkNewSigner(db, field, stated)
  if (fieldForEach(field, await alternatesOf(db, document.id)).length >= PEOPLE_PER_FIELD_MAX)
    throw invalidInput(
      'field_id',
      `Un campo lo pueden firmar hasta ${PEOPLE_PER_FIELD_MAX} personas. Quita una para agregar otra.`,
    )
}
