import type { X509Certificate } from 'node:crypto'
import { SignatureError } from '../cms/index.ts'
import { sha256Of } from '../cms/node/signed-data.ts'
import { checkTimeStampToken } from '../cms/node/timestamp.ts'
import { type CertificateTrust, verifyChain, verifySignedData } from '../cms/node/verify-signed-data.ts'
import { openPdf, type PdfDocument } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import type { UsedCertificate, ValidationEvidence } from './collect-evidence.ts'
import { type PreparedTimeStamp, prepareTimeStamp } from './document-time-stamp.ts'
import { fillContents } from './placeholder.ts'
import { createRunningHash, hashPrefix, readJoined } from './prefix-hash.ts'
import { certificatesInSignedData, coveredDigest, readSignatures, type StandingSignature } from './read-signatures.ts'
import { type OwnTimeStamp, verifyDocumentTimeStamp } from './verify-own.ts'

/** SubFilter (ISO 32000-2, 12.8.5). */
const TIME_STAMP = 'ETSI.RFC3161'

/** Certificates. */
const CHAIN_MAX = 8

/** Whether it claims a chain to a root; verifies nothing. */
const claims = (certificate: X509Certificate, pool: readonly X509Certificate[], roots: readonly X509Certificate[]) => {
  let current: X509Certificate | undefined = certificate
  for (let step = 0; step < CHAIN_MAX && current !== undefined; step++) {
    const below: X509Certificate = current
    if (roots.some((root) => below.checkIssued(root))) return true
    current = pool.find((candidate) => candidate.ca && below.checkIssued(candidate))
  }
  return false
}

/** Selects signatures to verify; forged claims then fail. */
const isOurs = (value: Uint8Array, { roots, intermediates }: CertificateTrust): boolean => {
  try {
    const found = certificatesInSignedData(value)
    return found.some((each) => !each.ca && claims(each, [...found, ...intermediates], roots))
  } catch {
    return false
  }
}

/** @returns the certificates used */
const verifyBelow = (
  signature: StandingSignature,
  digest: Uint8Array,
  { trust, stamps }: { readonly trust: CertificateTrust; readonly stamps: CertificateTrust },
): UsedCertificate[] => {
  if (signature.subFilter === TIME_STAMP) {
    const { authority, time } = checkTimeStampToken(signature.value, { imprint: digest, trust: stamps })
    return [{ certificate: authority, at: time }]
  }
  const signed = verifySignedData(signature.value, digest)
  if (signed.timeStampToken === undefined) throw new SignatureError('SIGNATURE_INVALID', 'it has no time stamp')
  const { authority, time } = checkTimeStampToken(signed.timeStampToken, {
    imprint: sha256Of(signed.value),
    trust: stamps,
  })
  verifyChain(signed.signer, [...signed.certificates, ...trust.intermediates], trust.roots, time)
  return [
    { certificate: signed.signer, at: time },
    { certificate: authority, at: time },
  ]
}

/** The newest time stamp closes everything before it. */
const stillOpen = (signatures: readonly StandingSignature[]): readonly StandingSignature[] => {
  const newest = signatures.findLastIndex(({ subFilter }) => subFilter === TIME_STAMP)
  return signatures.slice(Math.max(0, newest))
}

const checkAllOurs = (document: PdfDocument, ours: readonly StandingSignature[]): void => {
  const signed = document.signatureFields().filter(({ value }) => value !== undefined)
  if (signed.length !== ours.length) throw new SignatureError('SIGNATURE_INVALID', 'it has a foreign signature')
}

/** Input of the first step. */
export interface SealReading {
  readonly document: Uint8Array
  readonly trust: CertificateTrust
  /** As in `SealerOptions`. */
  readonly onlySigners: CertificateTrust | undefined
  readonly stamps: CertificateTrust
}

/** Certificates whose evidence is needed. `pool`: those of the file. */
export interface ReadForSeal {
  readonly document: Uint8Array
  /** Of signatures that no time stamp closes yet. */
  readonly used: readonly UsedCertificate[]
  readonly pool: readonly X509Certificate[]
}

const readForSeal = ({ document: bytes, trust, onlySigners, stamps }: SealReading): ReadForSeal => {
  const hash = createRunningHash(bytes)
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const ours = readSignatures(document).filter(({ value }) => isOurs(value, trust))
  if (onlySigners !== undefined) checkAllOurs(document, ours)
  const open = stillOpen(ours)
  const used = ours.flatMap((signature) => {
    const digest = coveredDigest(bytes, hash, signature)
    const found = verifyBelow(signature, digest, { trust: onlySigners ?? trust, stamps })
    return open.includes(signature) ? found : []
  })
  return { document: bytes, used, pool: open.flatMap(({ value }) => certificatesInSignedData(value)) }
}

export interface SealPreparation {
  readonly document: Uint8Array
  readonly evidence: ValidationEvidence
  readonly logHead: string
  readonly logHeadKey: string
  readonly reserved: number
}

export interface PreparedSeal {
  readonly document: Uint8Array
  readonly prepared: PreparedTimeStamp
}

const prepareSeal = ({ document, evidence, ...content }: SealPreparation): PreparedSeal => ({
  document,
  prepared: prepareTimeStamp(document, evidence, { ...content, prefix: hashPrefix(document) }),
})

export interface SealCompletion extends PreparedSeal {
  readonly token: Uint8Array
  readonly stamps: CertificateTrust
}

/** Verified before it is returned. */
export interface StampedTail {
  readonly tail: Uint8Array
  readonly checked: OwnTimeStamp
}

const completeSeal = async ({ document, prepared, token, stamps }: SealCompletion): Promise<StampedTail> => {
  const tail = fillContents(prepared, token)
  const expected = { fieldName: prepared.fieldName, previousLength: document.length, trust: stamps }
  return { tail, checked: await readJoined(document, tail, (whole) => verifyDocumentTimeStamp(whole, expected)) }
}

/** Without keys; each hands the document on. @throws PdfError, SignatureError */
export interface SealSteps {
  readonly read: (reading: SealReading) => ReadForSeal | Promise<ReadForSeal>
  readonly prepare: (preparation: SealPreparation) => PreparedSeal | Promise<PreparedSeal>
  readonly complete: (completion: SealCompletion) => Promise<StampedTail>
}

export const sealSteps: SealSteps = { read: readForSeal, prepare: prepareSeal, complete: completeSeal }
