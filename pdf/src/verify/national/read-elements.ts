import { nameOfAlgorithm } from '../../cms/algorithm-names.ts'
import type { Certificate } from '../../cms/certificate.ts'
import type { CertificateChain, ChainTrust } from '../../cms/chain.ts'
import { derChildren } from '../../cms/der-reader.ts'
import type { CertificateUse } from '../../cms/distrust.ts'
import { objectIdentifiers } from '../../cms/oids.ts'
import { type ForeignCms, readCms } from '../../cms/read-cms.ts'
import { readTstInfo } from '../../cms/structures.ts'
import { coveredLength, type FoundSignature } from '../locate-signatures.ts'

export interface ElementStamp {
  readonly authority: Certificate | undefined
  readonly chain: CertificateChain
  readonly algorithms: readonly string[]
}

/** A signature or document time stamp; its values are already verified. */
export interface NationalElement {
  readonly field: string
  readonly isTimeStamp: boolean
  readonly covered: number
  readonly signer: Certificate | undefined
  readonly chain: CertificateChain
  readonly stamp: ElementStamp | undefined
}

const NO_CHAIN: CertificateChain = { certificates: [], root: undefined, problem: 'unknown' }

const chainOf = (
  certificate: Certificate | undefined,
  trust: ChainTrust,
  at: Date,
  use: CertificateUse,
): Promise<CertificateChain> =>
  certificate === undefined ? Promise.resolve(NO_CHAIN) : trust.chainOf(certificate, at, use)

async function readStamp(cms: ForeignCms, trust: ChainTrust, now: Date): Promise<ElementStamp> {
  const { imprint } = readTstInfo(cms.content ?? new Uint8Array())
  const [imprintAlgorithm] = derChildren(imprint, 0x30)
  return {
    authority: cms.signer,
    chain: await chainOf(cms.signer, trust, now, 'time-stamp'),
    algorithms: [nameOfAlgorithm(imprintAlgorithm), cms.algorithmName],
  }
}

export async function readElement(found: FoundSignature, trust: ChainTrust, now: Date): Promise<NationalElement> {
  const cms = readCms(found.contents)
  const isTimeStamp = found.subFilter === 'ETSI.RFC3161'
  const token = cms.unsigned.get(objectIdentifiers.signatureTimeStampToken)
  const tokenCms = isTimeStamp ? cms : token && readCms(token.encoded)
  return {
    field: found.fieldName,
    isTimeStamp,
    covered: found.range === undefined ? 0 : coveredLength(found.range),
    signer: cms.signer,
    chain: await chainOf(cms.signer, trust, now, isTimeStamp ? 'time-stamp' : 'document'),
    stamp: tokenCms && (await readStamp(tokenCms, trust, now)),
  }
}
