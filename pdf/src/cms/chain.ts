import { verifyValue } from './algorithms.ts'
import { equalBytes, toHex } from './bytes.ts'
import { type Certificate, KEY_USAGE, readCertificates } from './certificate.ts'
import { type CertificateUse, type ChainDistrust, purposeOfChain, weaknessOfChain } from './distrust.ts'
import { judgeNames } from './name-constraints.ts'

/**
 * `national`: the country's hierarchy. `simulator`: a test
 * hierarchy in its place. `other`: trusted by the caller.
 */
export type RootKind = 'platform' | 'national' | 'simulator' | 'other'

/** A root that the caller trusts, and what for. */
export interface TrustedRoot {
  /** DER */
  readonly certificate: Uint8Array
  readonly kind: RootKind
}

/**
 * `weak`, `purpose` and `name`: see `CertificateChain.distrust`. `unfit`:
 * conditions that are not checked here.
 */
export type ChainProblem = 'unknown' | 'expired' | 'not-yet-valid' | 'unfit' | 'weak' | 'purpose' | 'name'

/** From the certificate upwards, possibly incomplete. */
export interface CertificateChain {
  readonly certificates: readonly Certificate[]
  /** Undefined without a trusted root. */
  readonly root: RootKind | undefined
  readonly problem: ChainProblem | undefined
  /** Why a trusted root does not help. */
  readonly distrust?: ChainDistrust
}

/** Certificates of a chain; a loop of cross-certificates would never end. */
const LONGEST = 8
/**
 * Signature checks per chain: a file can contain many
 * certificates with the same name.
 */
const MOST_ATTEMPTS = 24

/** Finds and verifies chains. Chains may be asked for at several moments. */
export interface ChainTrust {
  /** @param use what the certificate did; a document's signature by default */
  chainOf(certificate: Certificate, at: Date, use?: CertificateUse): Promise<CertificateChain>
  issuerOf(certificate: Certificate): Promise<Certificate | undefined>
}

/** Verified signatures of issuers over certificates, shared by the reports of one file. */
export type VerifiedPairs = Map<string, Promise<boolean>>

const mayIssue = (certificate: Certificate): boolean =>
  certificate.isAuthority &&
  certificate.unknownCritical.length === 0 &&
  (certificate.keyUsage === undefined || (certificate.keyUsage & KEY_USAGE.keyCertSign) !== 0)

/**
 * Builds chains to `roots` only; certificates of the file never become roots.
 *
 * @param others intermediates, also of the file
 */
export function createTrust(
  roots: readonly TrustedRoot[],
  others: readonly Certificate[],
  verified: VerifiedPairs = new Map(),
): ChainTrust {
  const trusted = roots.flatMap(({ certificate, kind }) =>
    readCertificates([certificate]).map((read) => ({ read, kind })),
  )
  const pool = [...trusted.map(({ read }) => read), ...others].filter(mayIssue)

  const isSignedBy = (certificate: Certificate, issuer: Certificate): Promise<boolean> => {
    // All bytes: a forged certificate may copy a genuine value.
    const key = `${toHex(certificate.encoded)} ${toHex(issuer.spki)}`
    const known = verified.get(key)
    if (known !== undefined) return known
    const { algorithm, value, signed } = certificate
    const result = algorithm === undefined ? Promise.resolve(false) : verifyValue(issuer.spki, algorithm, value, signed)
    verified.set(key, result)
    return result
  }
  const candidates = (certificate: Certificate): Certificate[] =>
    pool
      .filter(({ subject }) => equalBytes(subject, certificate.issuer))
      .toSorted((a, b) => mismatch(certificate, a) - mismatch(certificate, b))
  const issuerOf = async (certificate: Certificate): Promise<Certificate | undefined> => {
    for (const candidate of candidates(certificate).slice(0, MOST_ATTEMPTS)) {
      if (await isSignedBy(certificate, candidate)) return candidate
    }
    return undefined
  }
  const rootKindOf = (certificate: Certificate): RootKind | undefined =>
    trusted.find(({ read }) => equalBytes(read.encoded, certificate.encoded))?.kind

  // A path with a problem hides no better one; files bring old certificates.
  const climb = async (last: Certificate, below: readonly Certificate[], search: Search): Promise<CertificateChain> => {
    const path = [...below, last]
    const root = rootKindOf(last)
    let best = judge(path, root, search)
    if (root !== undefined) return best
    for (const issuer of path.length < LONGEST ? candidates(last) : []) {
      if (!mayFollow(issuer, path, search) || !(await isSignedBy(last, issuer))) continue
      const found = await climb(issuer, path, search)
      if (found.root !== undefined && found.problem === undefined) return found
      best = better(best, found)
    }
    return best
  }
  const chainOf = (certificate: Certificate, at: Date, use: CertificateUse = 'document'): Promise<CertificateChain> =>
    climb(certificate, [], { at, use, attempts: 0 })
  return { chainOf, issuerOf }
}

interface Search {
  readonly at: Date
  readonly use: CertificateUse
  attempts: number
}

const mayFollow = (issuer: Certificate, path: readonly Certificate[], search: Search): boolean =>
  !path.includes(issuer) && ++search.attempts <= MOST_ATTEMPTS && !tooLong(issuer, path)

/** Authorities share names (RFC 5280, 4.2.1.1). */
const mismatch = ({ authorityKeyId }: Certificate, { subjectKeyId }: Certificate): number =>
  authorityKeyId !== undefined && subjectKeyId !== undefined && equalBytes(authorityKeyId, subjectKeyId) ? 0 : 1

/** A path to a root first, then the longest; the first of equals. */
const better = (a: CertificateChain, b: CertificateChain): CertificateChain => {
  if (a.root !== undefined || b.root !== undefined) return a.root === undefined ? b : a
  return b.certificates.length > a.certificates.length ? b : a
}

/** RFC 5280, 4.2.1.9. */
const tooLong = ({ pathLength }: Certificate, path: readonly Certificate[]): boolean =>
  pathLength !== undefined && path.length - 1 > pathLength

function judge(certificates: readonly Certificate[], root: RootKind | undefined, search: Search): CertificateChain {
  if (root === undefined) return { certificates, root, problem: 'unknown' }
  const distrust = distrustOf(certificates, search)
  const problem = distrust === undefined ? validityProblem(certificates, search.at) : PROBLEMS[distrust.kind]
  return { certificates, root, problem, ...(distrust === undefined ? {} : { distrust }) }
}

const PROBLEMS = {
  'weak-hash': 'weak',
  'weak-key': 'weak',
  'weak-certificate': 'weak',
  'certificate-purpose': 'purpose',
  'certificate-name': 'name',
} as const satisfies Record<ChainDistrust['kind'], ChainProblem>

const NAME: ChainDistrust = { kind: 'certificate-name', text: 'su autoridad no puede responder por este nombre' }

const distrustOf = (certificates: readonly Certificate[], { use }: Search): ChainDistrust | undefined =>
  weaknessOfChain(certificates) ??
  purposeOfChain(certificates, use) ??
  (judgeNames(certificates) === 'violated' ? NAME : undefined)

function validityProblem(certificates: readonly Certificate[], at: Date): ChainProblem | undefined {
  if (certificates.some(({ unknownCritical }) => unknownCritical.length > 0)) return 'unfit'
  if (judgeNames(certificates) === 'unfit') return 'unfit'
  if (certificates.some(({ validFrom }) => at < validFrom)) return 'not-yet-valid'
  return certificates.some(({ validTo }) => at > validTo) ? 'expired' : undefined
}
