import { X509Certificate } from 'node:crypto'
import { concatBytes } from 'pdf'
import { commonNameOf, SignatureError } from 'pdf/cms'
import { keySigner, sha256Of } from 'pdf/cms/node'
import type { DocumentSealer, FormFill, TimeStampSource } from 'pdf/sign'
import {
  blankPng,
  buildSample,
  reservedSize,
  type SignatureInput,
  samplePng,
  type VerifiedOwnSignature,
} from 'pdf/sign'
import type { SignatureLevel } from 'pdf/verify'
import { runHere } from '../../platform/threads/run-here.ts'
import type { ThreadTasks } from '../../platform/threads/thread-task.ts'
import type { PlatformPki, SignerIdentity } from '../pki/platform-pki.ts'
import { signatureCaption } from './signature-caption.ts'
import { signatureHandlers } from './signature-handlers.ts'
import { createSignatureSteps, type SignatureSteps } from './signature-steps.ts'
import type { WrittenSignature } from './signature-tasks.ts'
import { createPlatformSealer, platformMeans, type SigningMeans } from './signing-means.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly signer: PdfSigner
  }
}

/** One signature in a field that `prepareFields` made. */
interface SignFieldInput {
  readonly document: Uint8Array
  readonly fieldName: string
  readonly signer: { readonly name: string; readonly email: string; readonly statement?: string }
  /** 8 bits per sample, at most 2000 × 1000 pixels. */
  readonly appearancePng: Uint8Array
  readonly signedAt: Date
  /** Values to write in the same revision; the signature's FieldMDP locks them. */
  readonly fills?: readonly FormFill[]
}

/** The bytes to append, and what the record keeps of them. */
export interface SignedTail {
  /** Only the appended bytes: returning the whole file would hold it in memory twice. */
  readonly tail: Uint8Array
  readonly certificate: {
    readonly serialNumber: string
    readonly issuer: string
    readonly subject: string
    readonly validFrom: Date
    readonly validTo: Date
  }
  /** Null if the signer's own program added none. */
  readonly timestamp: {
    readonly authority: string
    readonly time: Date
    readonly source: TimeStampSource | 'own'
  } | null
  /** PAdES baseline level (ETSI EN 319 142-1). */
  readonly level: SignatureLevel
  readonly algorithm: string
}

export interface PdfSigner extends DocumentSealer {
  /** Verifies the result. @throws PdfError, SignatureError */
  sign(input: SignFieldInput): Promise<SignedTail>
  /** @returns the whole document. @throws PdfError, SignatureError */
  certify(document: Uint8Array, now: Date): Promise<Uint8Array>
  /** @returns the document with empty fields. @throws PdfError */
  prepareFields: SignatureSteps['prepareFields']
  checkFills: SignatureSteps['checkFills']
  fillForm: SignatureSteps['fillForm']
  /** Signs and seals a sample. @throws SignatureError if a server in this state cannot sign */
  selfTest(now: Date): Promise<void>
}

/** Shown to people in record and certificate of completion. */
const ALGORITHM = 'ECDSA P-256 con SHA-256'

const here = createSignatureSteps(runHere(signatureHandlers))

/**
 * `selfTest` ignores external authorities:
 * their failure must not prevent the start.
 * @param threads default: this one
 */
export function createPdfSigner(
  pki: PlatformPki,
  means: SigningMeans = platformMeans(pki),
  threads?: ThreadTasks,
): PdfSigner {
  const steps = threads === undefined ? here : createSignatureSteps(threads)
  const selfTest = async (now: Date): Promise<void> => {
    const own = platformMeans(pki.forChecks())
    const original = buildSample()
    const field = { name: 'canary', page: 1, rect: { x: 0.1, y: 0.1, width: 0.4, height: 0.1 }, tooltip: 'Canary' }
    const document = await here.prepareFields(original, [field])
    const signer = { name: 'Trazo', email: '' }
    const input = { document, fieldName: field.name, signer, appearancePng: samplePng(), signedAt: now }
    // Tests an organisation's certificate itself: its key may be remote.
    const signing = means.fixed ? { ...own, identities: means.identities, trust: means.trust } : own
    const { tail } = await sign(here, signing, input)
    const sealed = await createPlatformSealer({ ...own, trust: signing.trust }, here).seal({
      document: concatBytes([document, tail]),
      logHead: Buffer.from(sha256Of(document)).toString('hex'),
      now,
    })
    // Never queries external authorities here.
    const isAllOwn = !means.fixed && pki.roots.length === 1
    if (isAllOwn && sealed.level !== 'B-LTA')
      throw new SignatureError('SIGNATURE_INVALID', `nothing is known of ${sealed.missing.join(', ')}`)
  }
  return {
    sign: (input) => sign(steps, means, input),
    certify: (document, now) => signByPlatform(steps, { pki, means }, document, now),
    prepareFields: steps.prepareFields,
    checkFills: steps.checkFills,
    fillForm: steps.fillForm,
    selfTest,
    seal: createPlatformSealer(means, steps).seal,
  }
}

/** To the right of the first page's heading. */
const PLATFORM_FIELD = {
  name: 'trazo',
  page: 1,
  rect: { x: 0.66, y: 0.05, width: 0.26, height: 0.07 },
  tooltip: 'Firma de la plataforma',
}

async function signByPlatform(
  steps: SignatureSteps,
  { pki, means }: { readonly pki: PlatformPki; readonly means: SigningMeans },
  bytes: Uint8Array,
  signedAt: Date,
): Promise<Uint8Array> {
  const { certificate, certificates, key } = pki.evidence.current
  const identity: SignerIdentity = {
    certificate,
    certificates,
    key: { ...keySigner(key), destroy: () => undefined },
  }
  const platform: SigningMeans = {
    ...means,
    identities: { issueSignerCertificate: async () => identity },
    trust: { roots: [pki.root], intermediates: [] },
  }
  const document = await steps.prepareFields(bytes, [PLATFORM_FIELD])
  const { tail } = await sign(steps, platform, {
    document,
    fieldName: PLATFORM_FIELD.name,
    signer: { name: 'Trazo', email: '' },
    appearancePng: blankPng(),
    signedAt,
  })
  return concatBytes([document, tail])
}

async function sign(steps: SignatureSteps, means: SigningMeans, input: SignFieldInput): Promise<SignedTail> {
  const { signer, signedAt } = input
  const { identities, timeStamps } = means
  const identity = await identities.issueSignerCertificate({
    commonName: signer.name,
    email: signer.email,
    ...(signer.statement === undefined ? {} : { organisationalUnit: signer.statement }),
    // It must be valid when stamped, by a clock that may be behind.
    now: new Date(signedAt.getTime() - timeStamps.tolerance),
  })
  try {
    const { tail, verified, source } = await writeSignature(steps, means, identity, input)
    const described = describeSignature(tail, verified, { algorithm: identity.algorithm ?? ALGORITHM, source })
    return withStatement(described, verified.signer, signer.statement)
  } finally {
    identity.key.destroy()
  }
}

/** Organisation certificates contain no statement about the signer. */
const withStatement = (tail: SignedTail, signer: X509Certificate, statement: string | undefined): SignedTail => {
  const unit = /^OU=(.*)$/m.exec(signer.subject)?.[1]?.replace(/\\(.)/g, '$1')
  if (statement === undefined || unit !== statement) return tail
  return { ...tail, certificate: { ...tail.certificate, subject: `${tail.certificate.subject} (${statement})` } }
}

type SourcedSignature = WrittenSignature & { readonly source: TimeStampSource }

/** Retries with the size actually needed. */
async function writeSignature(
  steps: SignatureSteps,
  means: SigningMeans,
  identity: SignerIdentity,
  input: SignFieldInput,
): Promise<SourcedSignature> {
  const { valueBytes } = identity
  const { tokenBytes } = means.timeStamps
  const options = { tokenBytes, ...(valueBytes === undefined ? {} : { valueBytes }) }
  const reserved = reservedSize(identity.certificates, options)
  try {
    return await attemptSignature(steps, means, identity, { ...input, reserved })
  } catch (error) {
    if (!(error instanceof SignatureError) || error.code !== 'SIGNATURE_TOO_LARGE') throw error
    return attemptSignature(steps, means, identity, { ...input, reserved: reserved * 2 })
  }
}

async function attemptSignature(
  steps: SignatureSteps,
  { timeStamps, trust: { roots } }: SigningMeans,
  { certificates, key, scheme }: SignerIdentity,
  input: SignFieldInput & { readonly reserved: number },
): Promise<SourcedSignature> {
  const { document, fieldName, signer, appearancePng, signedAt, reserved, fills = [] } = input
  const signature: SignatureInput = {
    document,
    fieldName,
    signerName: signer.name,
    appearancePng,
    signedAt,
    caption: signatureCaption(signedAt),
    certificates,
    reserved,
    fills,
  }
  const ready = await steps.prepareSignature(signature)
  const value = await key.sign(ready.prepared.signedAttributes)
  const { token, source } = await timeStamps.stamp(sha256Of(value))
  const trust = { roots, intermediates: certificates.map((der) => new X509Certificate(der)) }
  const completion = { ...ready, value, token, scheme, fieldName, trust, stamps: timeStamps.trust }
  return { ...(await steps.completeSignature(completion)), source }
}

/** @param algorithm display text */
export function describeSignature(
  tail: Uint8Array,
  { signer, timeStamp }: VerifiedOwnSignature,
  { algorithm, source }: { readonly algorithm: string; readonly source: TimeStampSource },
): SignedTail {
  return {
    tail,
    certificate: {
      serialNumber: signer.serialNumber.toLowerCase(),
      issuer: commonNameOf(signer.raw, 'issuer'),
      subject: commonNameOf(signer.raw, 'subject'),
      validFrom: new Date(signer.validFrom),
      validTo: new Date(signer.validTo),
    },
    timestamp: { authority: commonNameOf(timeStamp.authority.raw, 'subject'), time: timeStamp.time, source },
    level: 'B-T',
    algorithm,
  }
}
