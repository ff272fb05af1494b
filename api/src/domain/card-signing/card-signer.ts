import { verify } from 'node:crypto'
import { concatBytes } from 'pdf'
import { compareBytes, SignatureError } from 'pdf/cms'
import type { CertificateTrust } from 'pdf/cms/node'
import { sha256Of } from 'pdf/cms/node'
import type { FormFill, TimeStamps } from 'pdf/sign'
import { completeSignature, type PreparedSignature, prepareSignature, reservedSize, verifyOwn } from 'pdf/sign'
import { type CardCertificate, openCardCertificate } from '../pki/card-certificate.ts'
import { describeSignature, type SignedTail } from '../signing/pdf-signer.ts'
import { signatureCaption } from '../signing/signature-caption.ts'
import type { CheckCardRevocation } from './card-revocation.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly cardSigner: CardSigner | null
    /** With time stamps of the external authority alone. */
    readonly certifiedCardSigner: CardSigner | null
  }
}

/**
 * A signature whose value a card makes. Preparing it again must give the same bytes, so everything that goes into them
 * is here.
 */
export interface CardSignature {
  readonly document: Uint8Array
  readonly fieldName: string
  readonly card: CardCertificate
  readonly appearancePng: Uint8Array
  /** Goes into the signature dictionary (`/M`); the second step repeats it. */
  readonly preparedAt: Date
  readonly fills?: readonly FormFill[]
}

export interface CardSigner {
  /** @throws SignatureError CERTIFICATE_REFUSED */
  openCertificate(der: Uint8Array, at: Date): CardCertificate
  /** @throws SignatureError CERTIFICATE_REVOKED, REVOCATION_UNKNOWN */
  readonly checkRevocation: CheckCardRevocation
  /** CMS signed attributes, DER. Deterministic. @throws PdfError, SignatureError */
  prepare(signature: CardSignature): PreparedSignature
  /** Whether the value is this card's signature over these bytes. */
  matches(card: CardCertificate, toBeSigned: Uint8Array, value: Uint8Array): boolean
  /** Verifies the result. @throws PdfError, SignatureError */
  complete(signature: CardSignature, value: Uint8Array): Promise<SignedTail>
}

/** National authorities have long names. */
const ISSUER_BYTES = 1024

const prepareCardSignature = (
  { document, fieldName, card, appearancePng, preparedAt, fills = [] }: CardSignature,
  tokenBytes: number,
): PreparedSignature =>
  prepareSignature({
    document,
    fieldName,
    signerName: card.commonName,
    appearancePng,
    signedAt: preparedAt,
    caption: signatureCaption(preparedAt),
    certificates: card.chain,
    reserved: reservedSize(card.chain, { valueBytes: card.valueBytes + ISSUER_BYTES, tokenBytes }),
    fills,
  })

const matches = ({ certificate }: CardCertificate, toBeSigned: Uint8Array, value: Uint8Array): boolean =>
  verify('sha256', toBeSigned, certificate.publicKey, value)

/** Signs in two steps, because the key is in the card: the page gets bytes, the card returns a value. */
export const createCardSigner = (
  timeStamps: TimeStamps,
  trust: CertificateTrust,
  checkRevocation: CheckCardRevocation,
): CardSigner => ({
  checkRevocation,
  openCertificate: (der, at) => openCardCertificate(der, trust, at),
  prepare: (signature) => prepareCardSignature(signature, timeStamps.tokenBytes),
  matches,
  complete: async (signature, value) => {
    const { card, document, fieldName } = signature
    const { token, source } = await timeStamps.stamp(sha256Of(value))
    const tail = completeSignature(prepareCardSignature(signature, timeStamps.tokenBytes), value, token, card.scheme)
    const verified = await verifyOwn(concatBytes([document, tail]), {
      fieldName,
      previousLength: document.length,
      trust,
      timeStampTrust: timeStamps.trust,
    })
    if (compareBytes(verified.signer.raw, card.certificate.raw) !== 0)
      throw new SignatureError('SIGNATURE_INVALID', 'the signature is not that of the card')
    return describeSignature(tail, verified, { algorithm: card.algorithm, source })
  },
})
