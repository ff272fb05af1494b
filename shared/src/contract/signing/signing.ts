import * as v from 'valibot'
import { FIELDS_PER_DOCUMENT_MAX } from '../documents/fields.ts'
import { callOf } from '../values/call-of.ts'
import { FieldIdParams } from '../values/id-params.ts'
import { IdSchema, InstantSchema } from '../values/ids.ts'
import { Sha256Schema } from '../values/sha256.ts'
import { IdentificationSchema, SigningWaySchema } from './agent.ts'

/** Length of the data URL. */
export const SIGNATURE_DATA_MAX_LENGTH = 700_000

/**
 * Hexadecimal. DOCUMENT_DIFFERS if the file has since
 * changed by more than signatures.
 */
const ShownSchema = v.optional(Sha256Schema)

const ConsentSchema = v.optional(v.string())

/** `FormValuesSchema`, which only the server needs. */
const FormValues = v.optional(v.unknown())

/** The specification's body. Consent, hash and form values are ours. */
export const DigitalSignSchema = v.object({
  /** A repeated key returns the stored signature. */
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
  /** Not proven without a card. */
  identification: v.optional(IdentificationSchema),
  document_sha256: ShownSchema,
  consent: ConsentSchema,
  form_values: FormValues,
  other_field_ids: v.optional(v.pipe(v.array(IdSchema), v.maxLength(FIELDS_PER_DOCUMENT_MAX))),
})

const CertificateInfoSchema = v.object({
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
  /** The name is stated, not proven. */
  by_public_link: v.optional(v.boolean()),
  signed_at: InstantSchema,
  certificate_info: CertificateInfoSchema,
  /** PAdES level, read back from the file. */
  level: v.picklist(['CMS', 'B-B', 'B-T', 'B-LT', 'B-LTA']),
  timestamp: v.nullable(
    v.object({
      authority: v.string(),
      time: InstantSchema,
      /** `platform-instead`: the external authority failed. */
      source: v.optional(v.picklist(['platform', 'external', 'platform-instead', 'own'])),
    }),
  ),
  /** Null for platform certificates. */
  revocation: v.optional(v.nullable(v.picklist(['good', 'not-asked']))),
  agent: SigningWaySchema,
  /** Null unless the certificate proves it. */
  proven_identification: v.nullable(v.string()),
  verified: v.boolean(),
  document: v.object({ id: IdSchema, is_signed: v.boolean(), download_url: v.string() }),
})
export type SignatureResult = v.InferOutput<typeof SignatureResultSchema>

/** Signs with a drawing and the platform's certificate, for owner and guests. */
export const digitalSignCall = callOf('digitalSign', 'POST', '/home/api/digital-signatures/:fieldId/digital_sign/', {
  params: FieldIdParams,
  body: DigitalSignSchema,
  reply: SignatureResultSchema,
})

const Base64 = (maxLength: number) =>
  v.pipe(v.string(), v.nonEmpty(), v.maxLength(maxLength), v.base64('El dato no está en base64'))

/** Card signature, step 1: the bytes that the card signs. Changes nothing. */
export const prepareSignatureCall = callOf(
  'prepareSignature',
  'POST',
  '/home/api/digital-signatures/:fieldId/prepare/',
  {
    params: FieldIdParams,
    body: v.object({
      idempotency_key: v.pipe(v.string(), v.uuid()),
      signature_data: DigitalSignSchema.entries.signature_data,
      identification: IdentificationSchema,
      document_sha256: ShownSchema,
      consent: ConsentSchema,
      form_values: FormValues,
      /** The card's signing certificate, DER in base64. */
      certificate: Base64(16_000),
    }),
    reply: v.object({
      request_id: IdSchema,
      /**
       * DER of the CMS signed attributes (RFC 5652, section
       * 5.4), base64.
       */
      to_be_signed: v.string(),
      expires_at: InstantSchema,
    }),
  },
)

/** Card signature, step 2: stored only if it verifies. */
export const completeSignatureCall = callOf(
  'completeSignature',
  'POST',
  '/home/api/digital-signatures/:fieldId/complete/',
  {
    params: FieldIdParams,
    body: v.object({
      request_id: IdSchema,
      signature: v.object({ algorithm: v.pipe(v.string(), v.maxLength(100)), value: Base64(4_000) }),
      certificate: Base64(16_000),
    }),
    reply: SignatureResultSchema,
  },
)
