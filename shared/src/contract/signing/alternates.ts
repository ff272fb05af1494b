import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { EmailSchema } from '../values/email.ts'
import { IdParams } from '../values/id-params.ts'
import { IdParamSchema, IdSchema, InstantSchema } from '../values/ids.ts'
import { SignerNameSchema } from '../values/signer-name.ts'
import { visibleText } from '../values/visible-name.ts'
import { InvitationSchema, REASON_MAX } from './invitations.ts'

/** People who may sign one field: its own signer and up to nine others. */
export const PEOPLE_PER_FIELD_MAX = 10

/** For those who come after the signature. */
export const signedByOtherText = (name: string): string => `Ya firmó ${name}. Tu firma ya no hace falta.`

/** A person who may sign a field in the place of its signer. The first signature of any of them counts. */
export const AlternateSchema = v.object({
  id: IdSchema,
  field_id: IdSchema,
  name: v.string(),
  email: v.string(),
  /** This person signed the field. */
  signed: v.boolean(),
  /** The newest one. Revoke, remind, hand over and correct it with the calls of invitations. */
  invitation: v.nullable(v.omit(InvitationSchema, ['field_id'])),
})
export type Alternate = v.InferOutput<typeof AlternateSchema>

const PATH = '/home/api/files/:id/alternates/'
const ONE = `${PATH}:alternateId/` as const
const params = v.object({ id: IdParamSchema, alternateId: IdParamSchema })
const message = v.optional(visibleText(REASON_MAX, `El texto debe tener como máximo ${REASON_MAX} caracteres`))

/** In the order in which they were added. */
export const listAlternatesCall = callOf('listAlternates', 'GET', PATH, {
  params: IdParams,
  reply: v.array(AlternateSchema),
})

/** Refused for the owner, for a person who may sign the field already, and after the signature. */
export const addAlternateCall = callOf('addAlternate', 'POST', PATH, {
  params: IdParams,
  body: v.object({ field_id: IdSchema, name: SignerNameSchema, email: EmailSchema }),
  reply: AlternateSchema,
})

/** The link ends at once. Refused after the signature. */
export const removeAlternateCall = callOf('removeAlternate', 'DELETE', ONE, {
  params,
  reply: v.object({ success: v.boolean() }),
})

/** Inviting the field's signer also invites alternates who were never invited. Inviting again replaces the link. */
export const inviteAlternateCall = callOf('inviteAlternate', 'POST', `${ONE}invite/`, {
  params,
  /** Without a message, a new mail repeats the previous one. */
  body: v.object({ message }),
  reply: v.object({ success: v.boolean(), message: v.string(), expires_at: InstantSchema }),
})
