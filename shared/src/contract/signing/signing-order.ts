import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'
import { IdSchema } from '../values/ids.ts'

// Here, to keep the guest page light.
export { changeFileCall, type FileDetails } from '../documents/file-details.ts'
export {
  addContactCall,
  CONTACTS_FILE_MAX,
  CONTACTS_IMPORTED_MAX,
  CONTACTS_LISTED,
  type Contact,
  ContactPersonSchema,
  type ContactsImport,
  changeContactCall,
  findContactsCall,
  forgetContactCall,
  forgetContactsCall,
  importContactsCall,
} from './contacts.ts'
export { DEADLINE_MAX_DAYS, dateOf, endOfDate, lastDate, setDeadlineCall } from './deadline.ts'
export { correctAddressCall, handOverLinkCall } from './invitation-delivery.ts'
export { previewInvitationCall } from './invitation-preview.ts'
export {
  emailKey,
  type FieldSigner,
  invitedSignerKey,
  OWNER_SIGNER_KEY,
  REMOVED_SIGNER_NAME,
  type StatedPerson,
  signerKey,
} from './signer-key.ts'
export { getSigningModeCall, type ModeChoice, setSigningModeCall } from './signing-mode.ts'

/** The order of signatures; who may sign how is `documentModes`. */
export const signingOrderModes = ['parallel', 'ordered'] as const
export type SigningOrderMode = (typeof signingOrderModes)[number]
/** @deprecated Use `signingOrderModes`. @alias */
export const signingModes = signingOrderModes
/** @deprecated Use `SigningOrderMode`: `SigningMode` of 'shared/contract' is a document's. */
export type SigningMode = (typeof signingModes)[number]

/** `now` may sign; several steps are `now` in parallel mode. */
export const stepStates = ['signed', 'now', 'later'] as const

/** Signed together, usually by one signer. */
export const SigningStepSchema = v.object({
  field_ids: v.array(IdSchema),
  signer_name: v.string(),
  signer_email: v.string(),
  is_owner: v.boolean(),
  state: v.picklist(stepStates),
})
export type SigningStep = v.InferOutput<typeof SigningStepSchema>

export const SigningOrderSchema = v.object({
  mode: v.picklist(signingOrderModes),
  /** Order has no meaning in parallel mode. */
  steps: v.array(SigningStepSchema),
  /**
   * Of the whole sending, with the people whom only its other documents ask. `field_ids` are those of this document, and
   * one for each of these people. Absent for a document alone.
   */
  together: v.optional(v.array(SigningStepSchema)),
  can_change: v.boolean(),
})
export type SigningOrder = v.InferOutput<typeof SigningOrderSchema>

const PATH = '/home/api/files/:id/signing-order/'
export const getSigningOrderCall = callOf('getSigningOrder', 'GET', PATH, {
  params: IdParams,
  reply: SigningOrderSchema,
})

/** In all documents that are sent together. Mails signers whose turn begins. */
export const setSigningOrderCall = callOf('setSigningOrder', 'PUT', PATH, {
  params: IdParams,
  body: v.object({
    mode: v.picklist(signingOrderModes),
    /** Omitted fields come last. Those of documents that are sent together may be named, too. */
    steps: v.pipe(v.array(v.pipe(v.array(IdSchema), v.maxLength(200))), v.maxLength(200)),
  }),
  reply: SigningOrderSchema,
})
