import type { CreateField } from 'shared/contract'
import type { FieldData, TemporaryField } from './field-lifecycle.ts'

/** Injected, so that tests get fixed ids. */
export interface IdSource {
  /** In milliseconds since the epoch. */
  readonly now: () => number
  /** 0 ≤ random < 1. */
  readonly random: () => number
}

const suffix = ({ now, random }: IdSource): string =>
  `${now()}${Math.floor(random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0')}`

export const temporaryId = (source: IdSource): string => `temp_${suffix(source)}`
export const newFieldId = (source: IdSource): string => `field_${suffix(source)}`

export type FieldToPlace = Omit<FieldData, 'fieldId'>

export const temporaryField = (field: FieldToPlace, source: IdSource): TemporaryField => ({
  ...field,
  status: 'temporary',
  id: temporaryId(source),
  fieldId: newFieldId(source),
})

export const createBodyOf = (field: TemporaryField, userFileId: number): CreateField => ({
  field_id: field.fieldId,
  field_type: field.type === 'primary' ? 'PRIMARY' : 'SECONDARY',
  signer_name: field.signerName,
  signer_email: field.signerEmail,
  x_relative: field.rect.x,
  y_relative: field.rect.y,
  width_relative: field.rect.width,
  height_relative: field.rect.height,
  page: field.page,
  label: field.label,
  user_file_id: userFileId,
})
