import * as v from 'valibot'
import { decodeBase64, encodeBase64 } from '../values/base64.ts'
import { callOf } from '../values/call-of.ts'
import {
  CHANGE_KINDS,
  READ_ERRORS,
  REPORTED_LEVELS,
  REPORTED_PICTURE_STATES,
  REPORTED_PROBLEMS,
  REPORTED_PURPOSES,
  REPORTED_SEVERITIES,
  REPORTED_TIME_SOURCES,
  REPORTED_VERDICTS,
} from './verdicts.ts'

export * from './national-format.ts'
export * from './verdicts.ts'
export { decodeBase64, encodeBase64 }

/** 25 MB: an upload plus many signatures. */
export const VERIFIED_MAX_BYTES = 25 * 1024 * 1024
/** Length of the base64 text. */
const CERTIFICATE_MAX_LENGTH = 20_000

const BytesSchema = v.pipe(v.string(), v.base64(), v.transform(decodeBase64))
const CertificateSchema = v.pipe(v.string(), v.base64(), v.maxLength(CERTIFICATE_MAX_LENGTH), v.transform(decodeBase64))
const MomentSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
)
/** JSON has no undefined. */
const maybe = <Schema extends v.GenericSchema<unknown, unknown>>(schema: Schema) =>
  v.pipe(
    v.nullable(schema),
    v.transform((value) => value ?? undefined),
  )
const text = maybe(v.string())

/** Fractions of the visible page. */
const RectSchema = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })

const ChangeSchema = v.object({
  kind: v.picklist(CHANGE_KINDS),
  severity: v.picklist(REPORTED_SEVERITIES),
  page: v.exactOptional(v.number()),
  field: v.exactOptional(v.string()),
  detail: v.exactOptional(v.string()),
  rect: v.exactOptional(RectSchema),
})

const PictureSchema = v.object({
  state: v.picklist(REPORTED_PICTURE_STATES),
  differences: v.array(v.object({ page: v.number(), rect: RectSchema })),
  uncompared: v.array(v.object({ from: v.number(), to: v.number() })),
})

const RootKindSchema = v.picklist(['platform', 'national', 'simulator', 'other'])

const CertificateReportSchema = v.object({
  name: v.string(),
  organisation: text,
  identification: text,
  email: text,
  issuer: v.string(),
  serial: v.string(),
  validFrom: MomentSchema,
  validTo: MomentSchema,
  key: v.string(),
  trust: v.picklist([...RootKindSchema.options, 'unknown']),
  problem: maybe(v.picklist(['unknown', 'expired', 'not-yet-valid', 'unfit', 'weak', 'purpose', 'name'])),
  purpose: v.picklist(REPORTED_PURPOSES),
  chain: v.array(BytesSchema),
})

const SignatureReportSchema = v.object({
  kind: v.picklist(['signature', 'document-time-stamp']),
  field: v.string(),
  verdict: v.picklist(REPORTED_VERDICTS),
  problems: v.array(v.picklist(REPORTED_PROBLEMS)),
  certificate: maybe(CertificateReportSchema),
  time: v.object({
    source: v.picklist(REPORTED_TIME_SOURCES),
    at: maybe(MomentSchema),
    authority: text,
    isProven: v.boolean(),
  }),
  level: v.picklist(REPORTED_LEVELS),
  revocation: v.object({ state: v.picklist(['good', 'revoked', 'unknown']), at: maybe(MomentSchema) }),
  hash: text,
  algorithm: text,
  reason: text,
  location: text,
  covered: v.number(),
  coversWholeFile: v.boolean(),
  permits: maybe(v.picklist([1, 2, 3])),
  changes: v.array(ChangeSchema),
  /** Why an intact signature cannot be trusted, in Spanish. */
  distrust: v.exactOptional(v.array(v.string())),
  // An earlier server says nothing: then nothing was compared.
  picture: v.optional(PictureSchema, { state: 'not-compared', differences: [], uncompared: [] }),
})

/** `VerificationReport` of the package `pdf` as JSON: undefined becomes null, bytes become base64. */
export const VerificationReportSchema = v.variant('kind', [
  v.object({
    kind: v.literal('signed'),
    verdict: v.picklist(REPORTED_VERDICTS),
    signatures: v.array(SignatureReportSchema),
    hidden: v.number(),
  }),
  v.object({ kind: v.literal('unsigned'), pages: v.number() }),
  v.object({
    kind: v.literal('unreadable'),
    code: v.picklist(READ_ERRORS),
    claims: v.number(),
  }),
])

type Immutable<T> = T extends Uint8Array
  ? Uint8Array
  : T extends Date
    ? Date
    : { readonly [K in keyof T]: Immutable<T[K]> }

/** Makes the reply of `verifyFileCall`. */
export const encodeReport = (report: Immutable<v.InferOutput<typeof VerificationReportSchema>>): unknown =>
  JSON.parse(
    JSON.stringify(report, (_key, value: unknown) => {
      if (value === undefined) return null
      return value instanceof Uint8Array ? encodeBase64(value) : value
    }),
  )

/** DER in base64. */
export const verifyTrustCall = callOf('verifyTrust', 'GET', '/home/api/verify/trust/', {
  reply: v.object({
    roots: v.array(v.object({ certificate: v.pipe(v.string(), v.base64()), kind: RootKindSchema })),
    intermediates: v.array(v.pipe(v.string(), v.base64())),
  }),
})

/** Also answers with the report of ETSI TS 119 102-2, to a client that prefers this type. */
export const XML_MIME_TYPE = 'application/xml'

/** Keeps no data. */
export const verifyFileCall = callOf('verifyFile', 'POST', '/home/api/verify/', {
  encoding: 'multipart',
  reply: VerificationReportSchema,
})

/**
 * Fetches OCSP or CRL, which browsers cannot; trusted
 * issuers only.
 */
export const verifyRevocationCall = callOf('verifyRevocation', 'POST', '/home/api/verify/revocation/', {
  body: v.object({ certificate: CertificateSchema, issuer: CertificateSchema }),
  reply: v.object({
    ocsp: v.nullable(v.pipe(v.string(), v.base64())),
    crl: v.nullable(v.pipe(v.string(), v.base64())),
  }),
})
