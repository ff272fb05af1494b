import { type HashName, isUnsupported, readHash } from './algorithms.ts'
import { equalBytes } from './bytes.ts'
import { type Certificate, keyUsages } from './certificate.ts'
import type { CertificateChain, ChainTrust } from './chain.ts'
import { derChildren, derContents } from './der-reader.ts'
import { readTime } from './der-time.ts'
import { type ChainDistrust, distrustOfSignature, weakestHash } from './distrust.ts'
import { objectIdentifiers } from './oids.ts'
import { bindingHashes, checkCms, digestOfContent, type ForeignCms, readCms, type SignedContent } from './read-cms.ts'
import { readTstInfo } from './structures.ts'

/** `purpose`: the certificate is not for time stamps (RFC 3161, 2.3). */
export type TimeStampProblem = 'imprint' | 'token' | 'purpose' | 'algorithm'

/**
 * RFC 3161. `time` proves nothing with a problem, with a reason
 * for distrust or without a trusted root.
 */
export interface CheckedToken {
  readonly time: Date
  readonly authority: Certificate | undefined
  /** The weakest of those that bind the stamped bytes. */
  readonly hash: HashName
  readonly chain: CertificateChain | undefined
  readonly problem: TimeStampProblem | undefined
  readonly distrust: readonly ChainDistrust[]
}

interface TokenContent {
  readonly hash: HashName | undefined
  readonly imprint: Uint8Array
  readonly time: Date
}

/** TSTInfo (RFC 3161, 2.4.2). */
function readTokenContent(content: Uint8Array): TokenContent {
  const { imprint, time } = readTstInfo(content)
  const [algorithm, hashed] = derChildren(imprint, 0x30)
  return { hash: readHash(algorithm), imprint: derContents(hashed, 0x04), time: readTime(time) }
}

/** Critical extended key usage, time stamping only (2.3). */
const isForTimeStamps = ({ extendedUsage, extendedUsageCritical }: Certificate): boolean =>
  extendedUsageCritical && extendedUsage?.length === 1 && extendedUsage[0] === keyUsages.timeStamping

/** By the content type: a token is a SignedData over TSTInfo. */
export const isTimeStampToken = (cms: ForeignCms): boolean => cms.contentType === objectIdentifiers.tstInfo

/** Undefined if the platform lacks the hash. */
async function tryDigest(hash: HashName, content: SignedContent): Promise<Uint8Array | undefined> {
  try {
    return await digestOfContent(hash, content)
  } catch (error) {
    if (isUnsupported(error)) return undefined
    throw error
  }
}

/**
 * Verifies a time-stamp token (RFC 3161) with WebCrypto. A token that fails is a result with its `problem`, not an
 * error.
 *
 * @param stamped what the token must stamp
 * @throws SignatureError if it is no token
 */
export async function checkTimeStamp(
  token: Uint8Array | ForeignCms,
  stamped: SignedContent,
  trust: ChainTrust,
): Promise<CheckedToken> {
  const cms = token instanceof Uint8Array ? readCms(token) : token
  const content = cms.content ?? new Uint8Array()
  const { hash, imprint, time } = readTokenContent(content)
  const { signer } = cms
  const hashes = [hash, ...bindingHashes(cms)]
  const base = {
    time,
    authority: signer,
    hash: weakestHash(hash === undefined ? [] : hashes) ?? 'SHA-1',
    chain: undefined,
    distrust: [],
  } as const
  const expected = hash && (await tryDigest(hash, stamped))
  if (expected === undefined) return { ...base, problem: 'algorithm' }
  if (!equalBytes(imprint, expected)) return { ...base, problem: 'imprint' }
  const check = await checkCms(cms, new Uint8Array(content))
  if (check.problem === 'algorithm') return { ...base, problem: 'algorithm' }
  if (!isTimeStampToken(cms) || check.problem !== undefined || signer === undefined) {
    return { ...base, problem: 'token' }
  }
  if (!isForTimeStamps(signer)) return { ...base, problem: 'purpose' }
  const chain = await trust.chainOf(signer, time, 'time-stamp')
  const own = distrustOfSignature(cms.algorithmName, hashes, signer.spki)
  const distrust = own.length === 0 && chain.distrust !== undefined ? [chain.distrust] : own
  return { ...base, chain, distrust, problem: undefined }
}

/**
 * Returns the time of a valid token with strong algorithms and a trusted authority.
 *
 * @returns undefined for any other token
 */
export function provenTime(token: CheckedToken | undefined): Date | undefined {
  if (token === undefined || token.problem !== undefined || token.distrust.length > 0) return undefined
  return token.chain !== undefined && token.chain.problem === undefined ? token.time : undefined
}
