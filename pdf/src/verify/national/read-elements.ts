import { nameOfAlgorithm } from '../../cms/algorithm-names.ts'
import type { Certificate } from '../../cms/certificate.ts'
import type { Chain, Trust } from '../../cms/chain.ts'
import { children } from '../../cms/der-reader.ts'
import type { CertificateUse } from '../../cms/distrust.ts'
import { oids } from '../../cms/oids.ts'
import { type ForeignCms, readCms } from '../../cms/read-cms.ts'
import { readTstInfo } from '../../cms/structures.ts'
import { coveredLength, type FoundSignature } from '../locate-signatures.ts'

export interface Stamp {
  readonly authority: Certificate | undefined
  readonly chain: Chain
  readonly algorithms: readonly string[]
}

/** A signature or document time stamp; its values are already verified. */
export interface Element {
  readonly field: string
  readonly isTimeStamp: boolean
  readonly covered: number
  readonly signer: Certificate | undefined
  readonly chain: Chain
  readonly stamp: Stamp | undefined
}

const NO_CHAIN: Chain = { certificates: [], root: undefined, problem: 'unknown' }

const chainOf = (certificate: Certificate | undefined, trust: Trust, at: Date, use: CertificateUse): Promise<Chain> =>
  certificate === undefined ? Promise.resolve(NO_CHAIN) : trust.chainOf(certificate, at, use)

async function readStamp(cms: ForeignCms, trust: Trust, now: Date): Promise<Stamp> {
  const { imprint } = readTstInfo(cms.content ?? new Uint8Array())
  const [imprintAlgorithm] = children(imprint, 0x30)
  return {
    authority: cms.signer,
    chain: await chainOf(cms.signer, trust, now, 'time-stamp'),
    algorithms: [nameOfAlgorithm(imprintAlgorithm), cms.algorithmName],
  }
}

export async function readElement(found: FoundSignature, trust: Trust, now: Date): Promise<Element> {
  const cms = readCms(found.contents)
  const isTimeStamp = found.subFilter === 'ETSI.RFC3161'
  const token = cms.unsigned.get(oids.signatureTimeStampToken)
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
