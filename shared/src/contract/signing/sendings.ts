import * as v from 'valibot'
import { fileStatuses } from '../documents/files.ts'
import { callOf } from '../values/call-of.ts'
import { FieldIdParams, IdParams } from '../values/id-params.ts'
import { IdSchema } from '../values/ids.ts'
import { SENDING_DOCUMENTS_MAX, SENDING_DOCUMENTS_MIN } from '../values/sending-limits.ts'
import { Sha256Schema } from '../values/sha256.ts'
import { TokenParam } from '../values/token.ts'
import { DigitalSignSchema, SignatureResultSchema } from './signing.ts'

export { SENDING_DOCUMENTS_MAX, SENDING_DOCUMENTS_MIN } from '../values/sending-limits.ts'

const DocumentIds = v.pipe(
  v.array(IdSchema),
  v.minLength(SENDING_DOCUMENTS_MIN, 'Un envío tiene al menos dos documentos.'),
  v.maxLength(SENDING_DOCUMENTS_MAX, `Un envío puede tener hasta ${SENDING_DOCUMENTS_MAX} documentos.`),
  v.check((ids) => new Set(ids).size === ids.length, 'Cada documento va una sola vez en el envío.'),
)

/** One of its documents. Each keeps its file, its signatures, its seal and its log. */
export const SendingDocumentSchema = v.object({
  id: IdSchema,
  original_filename: v.string(),
  status: v.picklist(fileStatuses),
  is_signed: v.boolean(),
  fields_total: v.number(),
  fields_signed: v.number(),
  /** The seal failed; the owner can retry it for this document alone. */
  seal_failed: v.boolean(),
})
export type SendingDocument = v.InferOutput<typeof SendingDocumentSchema>

/** Who signs, once for the whole sending: equal name and address are one person. */
export const SendingPersonSchema = v.object({
  name: v.string(),
  email: v.string(),
  /** The person's first document that waits for them, and their fields in it: what an invitation names. */
  document_id: IdSchema,
  field_id: IdSchema,
  other_fields: v.array(IdSchema),
  /** Documents that ask this person for a signature. */
  documents: v.array(IdSchema),
  /** An open invitation stands in every document that waits for them. */
  is_invited: v.boolean(),
})
export type SendingPerson = v.InferOutput<typeof SendingPersonSchema>

/** `is_sent`: a person was invited, so its documents stay. */
export const SendingSchema = v.object({
  id: IdSchema,
  documents: v.array(SendingDocumentSchema),
  people: v.array(SendingPersonSchema),
  is_sent: v.boolean(),
  /** All its documents are signed and sealed. */
  is_complete: v.boolean(),
})
export type Sending = v.InferOutput<typeof SendingSchema>

const SENDINGS_PATH = '/home/api/sendings/'
const SENDING_PATH = '/home/api/sendings/:id/'

/**
 * Makes one sending of documents in the given order. Who is invited to one of them is invited to all that ask for their
 * signature, by one mail, and may sign them in one act. Signing order and its mode are those of the first document, and
 * set in all of them from then on. Refused for documents that were sent, ended or are in a sending.
 */
export const createSendingCall = callOf('createSending', 'POST', SENDINGS_PATH, {
  body: v.object({ documents: DocumentIds }),
  reply: SendingSchema,
})

export const getSendingCall = callOf('getSending', 'GET', SENDING_PATH, { params: IdParams, reply: SendingSchema })

/** Adds, removes and orders: the documents are then exactly these. Refused once a person was invited. */
export const changeSendingCall = callOf('changeSending', 'PUT', SENDING_PATH, {
  params: IdParams,
  body: v.object({ documents: DocumentIds }),
  reply: SendingSchema,
})

/** Its documents stay, each alone. Refused once a person was invited. */
export const dissolveSendingCall = callOf('dissolveSending', 'DELETE', SENDING_PATH, {
  params: IdParams,
  reply: v.object({ success: v.boolean() }),
})

/** A ZIP: each document's newest file, with certificate and evidence if it is complete, and a page with the hashes. */
export const sendingArchiveCall = callOf('sendingArchive', 'GET', '/home/api/sendings/:id/archive/', {
  params: IdParams,
  reply: v.unknown(),
})

export * from './guest-sending.ts'

/**
 * Signs all documents of the sending that wait for this guest (`open` and `is_joint`) in one act: all their fields, or
 * none. `documents` names exactly these, each with the hash of the bytes that the page displayed; another set is
 * refused with SENDING_DIFFERS. Form values are those of the saved drafts. A repeated key returns the first answer. The
 * field is one of the guest's own.
 */
export const signSendingCall = callOf('signSending', 'POST', '/home/api/signature-fields/:fieldId/sign-sending/', {
  params: FieldIdParams,
  body: v.object({
    idempotency_key: v.pipe(v.string(), v.uuid()),
    signature_data: DigitalSignSchema.entries.signature_data,
    identification: DigitalSignSchema.entries.identification,
    /** `SENDING_CONSENT_VERSION`. */
    consent: v.string(),
    documents: v.pipe(
      v.array(
        v.object({
          id: IdSchema,
          document_sha256: Sha256Schema,
          /**
           * Of `formValuesText` of the values that the page displayed, for a document that asks the guest to fill in
           * form fields. Refused with SENDING_DIFFERS if the saved draft is another one.
           */
          form_sha256: v.optional(Sha256Schema),
        }),
      ),
      v.minLength(SENDING_DOCUMENTS_MIN),
      v.maxLength(SENDING_DOCUMENTS_MAX),
    ),
  }),
  reply: v.object({ success: v.literal(true), signatures: v.array(SignatureResultSchema) }),
})

/**
 * For the holder of a link whose own document ended: the page of the next one that waits for the same person. Null if
 * none does, and for every other link. Read-only.
 */
export const nextInSendingCall = callOf('nextInSending', 'GET', '/home/api/sendings/next/', {
  query: TokenParam,
  reply: v.object({ path: v.nullable(v.string()) }),
})
