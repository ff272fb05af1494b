import { randomBytes } from 'node:crypto'
import { concat } from 'shared/pdf'
import { commonNameOf, SignatureError } from 'shared/pdf/cms'
import { sha256 } from './cms/signed-data.ts'
import { prepareFields } from './pdf/prepare-fields.ts'
import { buildSample, samplePng } from './pdf/sample.ts'
import { completeSignature, prepareSignature, reservedSize, type SignatureInput } from './pdf/sign-revision.ts'
import { type OwnSignature, verifyOwn } from './pdf/verify-own.ts'
import type { PlatformPki, SignerIdentity } from './pki/platform-pki.ts'

export interface SignFieldInput {
  /** The current revision, with the prepared field. */
  readonly document: Uint8Array
  readonly fieldName: string
  readonly signer: { readonly name: string; readonly email: string }
  /** PNG of the drawn signature: 8 bits per sample, at most 2000 × 1000 pixels. */
  readonly appearancePng: Uint8Array
  readonly signedAt: Date
}

export interface SignedTail {
  /** What to append to the document. */
  readonly tail: Uint8Array
  readonly certificate: {
    /** Hexadecimal. */
    readonly serialNumber: string
    /** Common names. */
    readonly issuer: string
    readonly subject: string
    readonly validFrom: Date
    readonly validTo: Date
  }
  readonly timestamp: { readonly authority: string; readonly time: Date }
  /** PAdES baseline level (ETSI EN 319 142-1). */
  readonly level: 'B-T'
  readonly algorithm: string
}

/**
 * Whose time stamp it is: that of the platform's own authority, that of the external one which is configured, or the
 * platform's because the external one failed.
 */
export type TimeStampSource = 'platform' | 'external' | 'platform-instead'

export interface SealInput {
  /** The current revision, with every signature in it. */
  readonly document: Uint8Array
  /** Hash of the newest entry of the evidence log, SHA-256, hexadecimal. */
  readonly logHead: string
  readonly now: Date
}

/** A revision that closes a document: the material to check its signatures with for good, and a time stamp over all. */
export interface SealedTail {
  /** What to append to the document. */
  readonly tail: Uint8Array
  readonly timestamp: {
    readonly authority: string
    readonly time: Date
    readonly source: TimeStampSource
    /** When the certificate of the authority ends; before that a fresh time stamp is due. */
    readonly validTo: Date
  }
  /** PAdES baseline level (ETSI EN 319 142-1); B-T where `missing` names something. */
  readonly level: 'B-LTA' | 'B-T'
  /** Subjects of certificates about whose revocation nobody answered. */
  readonly missing: readonly string[]
}

/** Closes documents that everybody has signed. What signs is what seals: `PdfSigner` is one. */
export interface DocumentSealer {
  /**
   * Appends certificates, revocation and a document time stamp, and verifies what it wrote, with every signature below
   * it. Throws `PdfError` or `SignatureError`; the same document may be sealed again, as before a certificate ends.
   */
  seal(input: SealInput): Promise<SealedTail>
}

/** Signs documents with the platform's own certificates. */
export interface PdfSigner {
  /**
   * Signs a prepared field and verifies what it wrote; only a tail that verified is answered.
   * Throws `PdfError` or `SignatureError`.
   */
  sign(input: SignFieldInput): Promise<SignedTail>
  /** Signs and verifies a one-page document made in memory; throws where that fails. */
  canary(now: Date): Promise<void>
}

const ALGORITHM = 'ECDSA P-256 con SHA-256'
const NONCE_BYTES = 16

export function createPdfSigner(pki: PlatformPki): PdfSigner {
  const sign = async (input: SignFieldInput): Promise<SignedTail> => {
    const { signer, signedAt } = input
    const identity = await pki.issueSignerCertificate({ commonName: signer.name, email: signer.email, now: signedAt })
    try {
      const tail = await writeSignature(pki, identity, input)
      const verified = verifyOwn(concat([input.document, tail]), {
        fieldName: input.fieldName,
        previousLength: input.document.length,
        root: pki.root,
      })
      return describeSignature(tail, verified, ALGORITHM)
    } finally {
      identity.key.destroy()
    }
  }

  const canary = async (now: Date): Promise<void> => {
    const original = buildSample()
    const field = { name: 'canary', page: 1, rect: { x: 0.1, y: 0.1, width: 0.4, height: 0.1 }, tooltip: 'Canary' }
    const document = concat([original, prepareFields(original, [field])])
    const signer = { name: 'Trazo', email: '' }
    await sign({ document, fieldName: field.name, signer, appearancePng: samplePng(), signedAt: now })
  }

  return { sign, canary }
}

/** Builds the signature with the usual reserve, and once more with what it turned out to need. */
async function writeSignature(pki: PlatformPki, identity: SignerIdentity, input: SignFieldInput): Promise<Uint8Array> {
  const reserved = reservedSize(identity.certificates)
  try {
    return await attempt(pki, identity, input, reserved)
  } catch (error) {
    if (!(error instanceof SignatureError) || error.code !== 'SIGNATURE_TOO_LARGE') throw error
    return attempt(pki, identity, input, reserved * 2)
  }
}

async function attempt(
  pki: PlatformPki,
  { certificates, key }: SignerIdentity,
  { document, fieldName, signer, appearancePng, signedAt }: SignFieldInput,
  reserved: number,
): Promise<Uint8Array> {
  const signature: SignatureInput = {
    document,
    fieldName,
    signerName: signer.name,
    appearancePng,
    signedAt,
    certificates,
    reserved,
  }
  const prepared = prepareSignature(signature)
  const value = await key.sign(prepared.signedAttributes)
  const token = await pki.createTimeStamp(sha256(value), randomBytes(NONCE_BYTES))
  return completeSignature(prepared, value, token)
}

/** What is told of a signature that was read back and verified; `algorithm` in words. */
export function describeSignature(
  tail: Uint8Array,
  { signer, timeStamp }: OwnSignature,
  algorithm: string,
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
    timestamp: { authority: commonNameOf(timeStamp.authority.raw, 'subject'), time: timeStamp.time },
    level: 'B-T',
    algorithm,
  }
}
