import * as v from 'valibot'
import { AgentKindSchema, IdentificationSchema } from './agent.ts'
import { defineCall } from './call.ts'
import { FIELDS_PER_DOCUMENT_MAX } from './fields.ts'
import { IdParamSchema, IdSchema, InstantSchema } from './ids.ts'

/** Largest drawn signature, as the length of its PNG data URL. */
export const SIGNATURE_DATA_MAX_LENGTH = 700_000

/**
 * SHA-256 of the bytes that the page has shown, hexadecimal. Where something else than signatures has come to the
 * document since, the call is refused (DOCUMENT_DIFFERS).
 */
const ShownSchema = v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)))

/** Version of what the signer agreed to, as the page showed it (`shared/contract/consent`). */
const ConsentSchema = v.optional(v.string())

/**
 * Digital-signature payload of the specification. The server uses the drawing alone: signer, document, page, time and
 * certificate are its own.
 */
export const DigitalSignSchema = v.object({
  /**
   * The client's own name for this attempt. Sent again with the same key after an answer got lost, the call answers the
   * signature that was made, and signs nothing twice.
   */
  idempotency_key: v.optional(v.pipe(v.string(), v.uuid())),
  field_id: v.union([IdSchema, v.string()]),
  signature_data: v.pipe(
    v.string(),
    v.maxLength(SIGNATURE_DATA_MAX_LENGTH),
    v.startsWith('data:image/png;base64,', 'Por favor, crea tu firma primero'),
  ),
  signer_info: v.optional(v.object({ name: v.string(), email: v.string() })),
  field_info: v.optional(
    v.object({ documentName: v.string(), page: v.number(), fieldId: v.union([IdSchema, v.string()]) }),
  ),
  certificate_info: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  /** Recorded as what the signer declared: a simulated agent proves nothing. */
  identification: v.optional(IdentificationSchema),
  document_sha256: ShownSchema,
  consent: ConsentSchema,
  /** Other fields of the same person in this document, to be signed in the same act: all of them, or none. */
  other_field_ids: v.optional(v.pipe(v.array(IdSchema), v.maxLength(FIELDS_PER_DOCUMENT_MAX))),
})

export const CertificateInfoSchema = v.object({
  /** Hexadecimal. */
  serial_number: v.string(),
  issuer: v.string(),
  subject: v.string(),
  valid_from: InstantSchema,
  valid_to: InstantSchema,
})

export const SignatureResultSchema = v.object({
  success: v.literal(true),
  field_id: IdSchema,
  signer_info: v.object({ name: v.string(), email: v.string() }),
  /** By the public URL: the name is what the person stated. */
  by_public_link: v.optional(v.boolean()),
  signed_at: InstantSchema,
  certificate_info: CertificateInfoSchema,
  /** PAdES baseline level that was reached and read back from what was written. */
  level: v.picklist(['B-B', 'B-T']),
  timestamp: v.nullable(
    v.object({
      authority: v.string(),
      time: InstantSchema,
      /** `platform-instead`: by the platform's own authority, because the external one failed. */
      source: v.optional(v.picklist(['platform', 'external', 'platform-instead'])),
    }),
  ),
  /** What was known of the revocation of the signer's own card; null for the platform's certificates. */
  revocation: v.optional(v.nullable(v.picklist(['good', 'not-asked']))),
  /** What confirmed who signed. */
  agent: AgentKindSchema,
  /** The identification, where the signer's certificate proves it; null where it was only declared. */
  proven_identification: v.nullable(v.string()),
  /** True only after the stored revision was read again and verified. */
  verified: v.boolean(),
  document: v.object({ id: IdSchema, is_signed: v.boolean(), download_url: v.string() }),
})
export type SignatureResult = v.InferOutput<typeof SignatureResultSchema>

export const digitalSignCall = defineCall({
  name: 'digitalSign',
  method: 'POST',
  path: '/home/api/digital-signatures/:fieldId/digital_sign/',
  params: v.object({ fieldId: IdParamSchema }),
  body: DigitalSignSchema,
  reply: SignatureResultSchema,
})

const Base64 = (maxLength: number) =>
  v.pipe(v.string(), v.nonEmpty(), v.maxLength(maxLength), v.base64('El dato no está en base64'))

/** First half of a signature with the national card: the server prepares what the card is to sign. */
export const prepareSignatureCall = defineCall({
  name: 'prepareSignature',
  method: 'POST',
  path: '/home/api/digital-signatures/:fieldId/prepare/',
  params: v.object({ fieldId: IdParamSchema }),
  body: v.object({
    idempotency_key: v.pipe(v.string(), v.uuid()),
    signature_data: DigitalSignSchema.entries.signature_data,
    identification: IdentificationSchema,
    document_sha256: ShownSchema,
    consent: ConsentSchema,
    /** The card's signing certificate, DER in base64. */
    certificate: Base64(16_000),
  }),
  reply: v.object({
    request_id: IdSchema,
    /** DER of the CMS signed attributes (RFC 5652, section 5.4), base64. */
    to_be_signed: v.string(),
    expires_at: InstantSchema,
  }),
})

/** Second half: the card's signature goes into the document, is verified, and only then exists. */
export const completeSignatureCall = defineCall({
  name: 'completeSignature',
  method: 'POST',
  path: '/home/api/digital-signatures/:fieldId/complete/',
  params: v.object({ fieldId: IdParamSchema }),
  body: v.object({
    request_id: IdSchema,
    /** As the agent on the signer's computer answered. */
    signature: v.object({ algorithm: v.pipe(v.string(), v.maxLength(100)), value: Base64(4_000) }),
    certificate: Base64(16_000),
  }),
  reply: SignatureResultSchema,
})
