import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { OptionalEmailSchema } from '../values/email.ts'
import { IdParams } from '../values/id-params.ts'
import { IdParamSchema, IdSchema, InstantSchema } from '../values/ids.ts'
import { SignerNameSchema } from '../values/signer-name.ts'
import { visibleLine } from '../values/visible-name.ts'

/** PRIMARY: the owner's signature. SECONDARY: a third party's. */
const fieldTypes = ['PRIMARY', 'SECONDARY'] as const
/** PRIMARY is the owner's field, SECONDARY another signer's. */
export type FieldType = (typeof fieldTypes)[number]

/** Bounds the cost of one document. */
export const FIELDS_PER_DOCUMENT_MAX = 200

const Fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

/** Fractions of the rotated crop box; origin at the top left. */
const rectangle = {
  x_relative: v.optional(Fraction, 0.25),
  y_relative: v.optional(Fraction, 0.8),
  width_relative: v.optional(Fraction, 0.3),
  height_relative: v.optional(Fraction, 0.1),
}

/** Positions are fractions of the visible page, see `geometry.ts`. */
export const SignatureFieldSchema = v.object({
  id: IdSchema,
  /** Chosen by the client ('field_…'). */
  field_id: v.string(),
  field_type: v.picklist(fieldTypes),
  /** Who signs it: fields with one id are signed together, and in one turn. */
  participant_id: v.optional(IdSchema),
  signer_name: v.string(),
  signer_email: v.string(),
  ...rectangle,
  page: v.number(),
  label: v.string(),
  is_signed: v.boolean(),
  signed_at: v.nullable(InstantSchema),
  /** The name is stated, not proven. */
  by_public_link: v.optional(v.boolean()),
  /** Only a recognised certificate with it may sign. */
  certificate_identification: v.optional(v.nullable(v.string())),
  has_form: v.optional(v.boolean()),
  user_file_id: IdSchema,
})
export type SignatureField = v.InferOutput<typeof SignatureFieldSchema>

/** A repeated `field_id` with equal settings returns the first field; with others it is refused. */
export const CreateFieldSchema = v.object({
  field_id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
  field_type: v.picklist(fieldTypes),
  signer_name: SignerNameSchema,
  signer_email: OptionalEmailSchema,
  /** A participant with this name and address; otherwise the first one with both, or a new one. */
  participant_id: v.optional(IdSchema),
  ...rectangle,
  page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  label: v.optional(visibleLine(100), 'Campo de Firma'),
  user_file_id: IdSchema,
})
export type CreateField = v.InferInput<typeof CreateFieldSchema>

export const listFieldsCall = callOf('listFields', 'GET', '/home/api/signature-fields/', {
  query: v.object({ user_file_id: IdParamSchema }),
  reply: v.array(SignatureFieldSchema),
})

export const getFieldCall = callOf('getField', 'GET', '/home/api/signature-fields/:id', {
  params: IdParams,
  reply: v.object({ signature_field: SignatureFieldSchema }),
})

export const createFieldCall = callOf('createField', 'POST', '/home/api/signature-fields/', {
  body: CreateFieldSchema,
  reply: SignatureFieldSchema,
})

/** Ends the field's invitation, too. Refused once the document has a signature. */
export const deleteFieldCall = callOf('deleteField', 'DELETE', '/home/api/signature-fields/:id/', {
  params: IdParams,
  reply: v.object({ success: v.boolean() }),
})
