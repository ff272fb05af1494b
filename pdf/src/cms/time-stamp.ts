import { type HashName, isUnsupported, readHash } from './algorithms.ts'
import { equalBytes } from './bytes.ts'
import { type Certificate, usages } from './certificate.ts'
import type { Chain, Trust } from './chain.ts'
import { children, contentsOf } from './der-reader.ts'
import { readTime } from './der-time.ts'
import { oids } from './oids.ts'
import { checkCms, digestOfContent, type ForeignCms, readCms, type SignedContent } from './read-cms.ts'
import { readTstInfo } from './structures.ts'

export type TimeStampProblem = 'imprint' | 'token' | 'purpose' | 'algorithm'

/**
 * RFC 3161. `time` proves nothing with a problem or without
 * a trusted root.
 */
export interface CheckedToken {
  readonly time: Date
  readonly authority: Certificate | undefined
  readonly hash: HashName
  readonly chain: Chain | undefined
  readonly problem: TimeStampProblem | undefined
}

interface TokenContent {
  readonly hash: HashName | undefined
  readonly imprint: Uint8Array
  readonly time: Date
}

/** TSTInfo (RFC 3161, 2.4.2). */
function readTokenContent(content: Uint8Array): TokenContent {
  const { imprint, time } = readTstInfo(content)
  const [algorithm, hashed] = children(imprint, 0x30)
  return { hash: readHash(algorithm), imprint: contentsOf(hashed, 0x04), time: readTime(time) }
}

/** Critical extended key usage, time stamping only (2.3). */
const isForTimeStamps = ({ extendedUsage, extendedUsageCritical }: Certificate): boolean =>
  extendedUsageCritical && extendedUsage?.length === 1 && extendedUsage[0] === usages.timeStamping

export const isTimeStampToken = (cms: ForeignCms): boolean => cms.contentType === oids.tstInfo

/** Undefined if the platform lacks the hash. */
async function tryDigest(hash: HashName, content: SignedContent): Promise<Uint8Array | undefined> {
  try {
    return await digestOfContent(hash, content)
  } catch (error) {
    if (isUnsupported(error)) return undefined
    throw error
  }
}

/** @throws SignatureError if not a token */
export async function checkTimeStamp(
  token: Uint8Array | ForeignCms,
  stamped: SignedContent,
  trust: Trust,
): Promise<CheckedToken> {
  const cms = token instanceof Uint8Array ? readCms(token) : token
  const content = cms.content ?? new Uint8Array()
  const { hash, imprint, time } = readTokenContent(content)
  const { signer } = cms
  const base = { time, authority: signer, hash: hash ?? 'SHA-1', chain: undefined }
  const expected = hash && (await tryDigest(hash, stamped))
  if (expected === undefined) return { ...base, problem: 'algorithm' }
  if (!equalBytes(imprint, expected)) return { ...base, problem: 'imprint' }
  const check = await checkCms(cms, new Uint8Array(content))
  if (check.problem === 'algorithm') return { ...base, problem: 'algorithm' }
  if (!isTimeStampToken(cms) || check.problem !== undefined || signer === undefined) {
    return { ...base, problem: 'token' }
  }
  if (!isForTimeStamps(signer)) return { ...base, problem: 'purpose' }
  return { ...base, chain: await trust.chainOf(signer, time), problem: undefined }
}

/** Time of a valid token with a trusted authority. */
export const provenTime = (token: CheckedToken | undefined): Date | undefined =>
  token !== undefined && token.problem === undefined && token.chain?.problem === undefined && token.hash !== 'SHA-1'
    ? token.time
    : undefined
