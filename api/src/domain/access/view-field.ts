import type { Selectable } from 'kysely'
import type { SignatureField } from 'shared/contract'
import { toInstantOrNull } from '../../platform/clock.ts'
import type { FieldTable, ParticipantTable } from '../../platform/database/schema.ts'

type StoredParticipant = Selectable<ParticipantTable>

/** A field with what its participant says of the signer. */
export interface StoredField extends Selectable<FieldTable>, Pick<StoredParticipant, 'turn'> {
  readonly signer_name: StoredParticipant['name']
  readonly signer_email: StoredParticipant['email']
}

/** As the verifier takes the place of a prepared field. */
export const preparedPlace = ({
  page,
  x,
  y,
  width,
  height,
}: Pick<StoredField, 'page' | 'x' | 'y' | 'width' | 'height'>) => ({
  page,
  rect: { x, y, width, height },
})

/** The field as the specification names it; certificate and form are extensions. */
export const viewField = (field: StoredField): SignatureField => ({
  id: field.id,
  field_id: field.client_id,
  field_type: field.field_type,
  participant_id: field.participant_id,
  signer_name: field.signer_name,
  signer_email: field.signer_email,
  x_relative: field.x,
  y_relative: field.y,
  width_relative: field.width,
  height_relative: field.height,
  page: field.page,
  label: field.label,
  is_signed: field.signed_at !== null,
  signed_at: toInstantOrNull(field.signed_at),
  ...(field.certificate_identification === null
    ? {}
    : { certificate_identification: field.certificate_identification }),
  by_public_link: field.signed_by_link_at !== null,
  ...(field.has_form === 1 ? { has_form: true } : {}),
  user_file_id: field.document_id,
})
