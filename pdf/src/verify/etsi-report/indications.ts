import type { ChainProblem } from '../../cms/chain.ts'
import type { SignatureProblem, SignatureReport } from '../report.ts'

/** Status of a signature (ETSI EN 319 102-1, 5.1.3). */
type MainIndication = 'total-passed' | 'total-failed' | 'indeterminate'

/** Sub-indications of ETSI EN 319 102-1, 5.1.3 that follow from our verdicts, in the order of the report. */
const SUB_INDICATIONS = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'NOT_YET_VALID',
  'NO_SIGNING_CERTIFICATE_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'OUT_OF_BOUNDS_NO_POE',
  'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  'CHAIN_CONSTRAINTS_FAILURE',
  'CRYPTO_CONSTRAINTS_FAILURE',
  'SIG_CONSTRAINTS_FAILURE',
  'TRY_LATER',
] as const
type SubIndication = (typeof SUB_INDICATIONS)[number]

/** They state that the signature is bad; all others state that too little is known. */
const FAILURES: ReadonlySet<SubIndication> = new Set([
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'NOT_YET_VALID',
])

/** Undefined: judged with the certificate or its revocation. */
const BY_PROBLEM: Readonly<Record<SignatureProblem, SubIndication | undefined>> = {
  'range-malformed': 'FORMAT_FAILURE',
  'gap-not-signature': 'FORMAT_FAILURE',
  'gap-not-contents': 'FORMAT_FAILURE',
  'range-not-at-end': 'FORMAT_FAILURE',
  'shared-gap': 'FORMAT_FAILURE',
  overlap: 'FORMAT_FAILURE',
  obscured: 'FORMAT_FAILURE',
  'not-in-own-revision': 'FORMAT_FAILURE',
  'unreadable-signature': 'FORMAT_FAILURE',
  attributes: 'FORMAT_FAILURE',
  'attached-content': 'FORMAT_FAILURE',
  digest: 'HASH_FAILURE',
  value: 'SIG_CRYPTO_FAILURE',
  'no-certificate': 'NO_SIGNING_CERTIFICATE_FOUND',
  'certificate-id': 'NO_SIGNING_CERTIFICATE_FOUND',
  algorithm: 'CRYPTO_CONSTRAINTS_FAILURE',
  'weak-hash': 'CRYPTO_CONSTRAINTS_FAILURE',
  'weak-key': 'CRYPTO_CONSTRAINTS_FAILURE',
  'weak-certificate': 'CRYPTO_CONSTRAINTS_FAILURE',
  'key-usage': 'CHAIN_CONSTRAINTS_FAILURE',
  'certificate-purpose': 'CHAIN_CONSTRAINTS_FAILURE',
  'certificate-name': 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  'time-stamp': 'SIG_CONSTRAINTS_FAILURE',
  revoked: undefined,
}

/** Undefined: depends on the time. */
const BY_CHAIN: Readonly<Record<ChainProblem, SubIndication | undefined>> = {
  unknown: 'NO_CERTIFICATE_CHAIN_FOUND',
  unfit: 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  name: 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  purpose: 'CHAIN_CONSTRAINTS_FAILURE',
  weak: 'CRYPTO_CONSTRAINTS_FAILURE',
  expired: 'OUT_OF_BOUNDS_NO_POE',
  'not-yet-valid': undefined,
}

/** A time stamp proves that a signature existed before its time: it can be older than its certificate, never younger. */
function outOfBounds({ certificate, time }: SignatureReport): SubIndication {
  const isOlder = time.isProven && time.at !== undefined && certificate !== undefined && time.at < certificate.validFrom
  return isOlder ? 'NOT_YET_VALID' : 'OUT_OF_BOUNDS_NO_POE'
}

/** Which certificate of the chain is revoked: that of the signer or that of an authority. */
export type RevokedParty = 'signer' | 'authority'

function ofCertificate(signature: SignatureReport, revoked: RevokedParty): (SubIndication | undefined)[] {
  const { certificate, revocation } = signature
  if (certificate === undefined) return []
  const { problem } = certificate
  const chain = problem && (BY_CHAIN[problem] ?? outOfBounds(signature))
  // No data about revocation is no proof of a good certificate (EN 319 102-1, 5.2.6).
  const unknown = problem === undefined && revocation.state === 'unknown' ? 'TRY_LATER' : undefined
  if (revocation.state !== 'revoked') return [chain, unknown]
  // No time stamp proves that a signature was made after a revocation, which TOTAL-FAILED with REVOKED would state.
  return [chain, revoked === 'signer' ? 'REVOKED_NO_POE' : 'REVOKED_CA_NO_POE']
}

/** `reasons` is empty only for `total-passed`. */
export interface ValidationConclusion {
  readonly main: MainIndication
  readonly reasons: readonly SubIndication[]
}

/**
 * Translates our verdict about a signature into the indications of ETSI EN 319 102-1, 5.1.3.
 *
 * Stricter than the verdict in one point: without data about revocation it is never `total-passed`.
 *
 * @param hidden signatures that no field reaches; they make the whole file suspicious
 */
export function concludeValidation(
  signature: SignatureReport,
  hidden = 0,
  revoked: RevokedParty = 'signer',
): ValidationConclusion {
  const { problems, verdict, changes } = signature
  const found = new Set([...problems.map((problem) => BY_PROBLEM[problem]), ...ofCertificate(signature, revoked)])
  if (hidden > 0 || changes.some(({ severity }) => severity === 'suspicious')) found.add('SIG_CONSTRAINTS_FAILURE')
  const reasons = SUB_INDICATIONS.filter((each) => found.has(each))
  const failures = reasons.filter((each) => FAILURES.has(each))
  if (failures.length > 0) return { main: 'total-failed', reasons: failures }
  if (reasons.length > 0) return { main: 'indeterminate', reasons }
  // For example pages that look different: a rule of ours about later revisions.
  if (verdict !== 'valid' && verdict !== 'changed')
    return { main: 'indeterminate', reasons: ['SIG_CONSTRAINTS_FAILURE'] }
  return { main: 'total-passed', reasons: [] }
}
