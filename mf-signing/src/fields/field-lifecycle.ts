import type { SignatureField } from 'shared/contract'
import type { FractionRect } from '../geometry/geometry.ts'
import { fieldDefaults } from './constants.ts'

export interface FieldData {
  /** Client-side id, sent as `field_id`. */
  readonly fieldId: string
  /** The owner's ('primary') or a third party's ('signature'). */
  readonly type: 'primary' | 'signature'
  readonly label: string
  readonly signerName: string
  readonly signerEmail: string
  readonly page: number
  readonly rect: FractionRect
  readonly hasForm?: boolean | undefined
}
export interface TemporaryField extends FieldData {
  readonly status: 'temporary'
  readonly id: string
}
export interface SavedField extends FieldData {
  readonly status: 'saved'
  readonly id: number
  readonly certificateIdentification?: string
}
export interface SignedPlacedField extends FieldData {
  readonly status: 'signed'
  readonly id: number
  /** ISO 8601, UTC; null if unknown. */
  readonly signedAt: string | null
  /** The signer stated the name; unverified. */
  readonly byPublicLink?: boolean
}
export type PlacedField = TemporaryField | SavedField | SignedPlacedField
export type FieldId = PlacedField['id']

const askedOf = ({ certificate_identification: asked }: SignatureField) =>
  asked ? { certificateIdentification: asked } : {}

export const fieldFromServer = (field: SignatureField): SavedField | SignedPlacedField => {
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
    : { ...data, status: 'saved', id: field.id, hasForm: field.has_form, ...askedOf(field) }
}

export const isTemporary = (field: PlacedField): field is TemporaryField => field.status === 'temporary'
export const isSaved = (field: PlacedField): field is SavedField => field.status === 'saved'
export const isSigned = (field: PlacedField): field is SignedPlacedField => field.status === 'signed'

/** Adding or deleting fields would invalidate the signatures. */
export const isFrozen = (fields: readonly PlacedField[]): boolean => fields.some(isSigned)

export const invitableFields = (fields: readonly PlacedField[]): readonly SavedField[] =>
  fields.filter(isSaved).filter((field) => field.type === 'signature' && field.signerEmail !== '')
