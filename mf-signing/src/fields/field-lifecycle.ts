import type { CreateField, SignatureField } from 'shared/contract'
import { fieldDefaults } from './constants.ts'
import type { FractionRect } from './geometry.ts'

/** What every field has, whatever its state. */
interface FieldData {
  /** The client's own name for the field; it travels to the server as `field_id`. */
  readonly fieldId: string
  /** The owner's own ('primary') or a third party's ('signature'). */
  readonly type: 'primary' | 'signature'
  readonly label: string
  readonly signerName: string
  readonly signerEmail: string
  readonly page: number
  readonly rect: FractionRect
}
/** Only here: can be moved, resized and thrown away. */
export interface TemporaryField extends FieldData {
  readonly status: 'temporary'
  readonly id: string
}
/** On the server: can be selected, deleted while the document has no signature, and signed. */
export interface SavedField extends FieldData {
  readonly status: 'saved'
  readonly id: number
}
/** Signed: part of the document for good. */
export interface SignedField extends FieldData {
  readonly status: 'signed'
  readonly id: number
  /** ISO 8601, UTC; null where the server did not say. */
  readonly signedAt: string | null
  /** By the public URL: the name is what its bearer stated. */
  readonly byPublicLink?: boolean
}
export type Field = TemporaryField | SavedField | SignedField
export type FieldId = Field['id']

/** Where ids come from; passed in, so that a test can say what time it is. */
export interface IdSource {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** 0 ≤ random < 1. */
  readonly random: () => number
}

const suffix = ({ now, random }: IdSource): string =>
  `${now()}${Math.floor(random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0')}`

/** 'temp_' plus timestamp plus random suffix. */
export const temporaryId = (source: IdSource): string => `temp_${suffix(source)}`
/** 'field_' plus timestamp plus random suffix. */
export const newFieldId = (source: IdSource): string => `field_${suffix(source)}`

export type NewField = Omit<FieldData, 'fieldId'>

export const temporaryField = (field: NewField, source: IdSource): TemporaryField => ({
  ...field,
  status: 'temporary',
  id: temporaryId(source),
  fieldId: newFieldId(source),
})

/** A field as the server describes it. */
export const fieldFromServer = (field: SignatureField): SavedField | SignedField => {
  const data: FieldData = {
    fieldId: field.field_id,
    type: field.field_type === 'PRIMARY' ? 'primary' : 'signature',
    label: field.label || fieldDefaults.label,
    signerName: field.signer_name || fieldDefaults.signerName,
    signerEmail: field.signer_email,
    page: field.page,
    rect: { x: field.x_relative, y: field.y_relative, width: field.width_relative, height: field.height_relative },
  }
  return field.is_signed
    ? {
        ...data,
        status: 'signed',
        id: field.id,
        signedAt: field.signed_at,
        ...(field.by_public_link ? { byPublicLink: true } : {}),
      }
    : { ...data, status: 'saved', id: field.id }
}

/** The creation body of a field. */
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

export const isTemporary = (field: Field): field is TemporaryField => field.status === 'temporary'
export const isSaved = (field: Field): field is SavedField => field.status === 'saved'
export const isSigned = (field: Field): field is SignedField => field.status === 'signed'

/** A document with a signature takes no more fields and loses none: either would break the signature. */
export const isFrozen = (fields: readonly Field[]): boolean => fields.some(isSigned)

/** Saved third-party fields with an e-mail that still wait for their signature: who can be invited. */
export const invitableFields = (fields: readonly Field[]): readonly SavedField[] =>
  fields.filter(isSaved).filter((field) => field.type === 'signature' && field.signerEmail !== '')
