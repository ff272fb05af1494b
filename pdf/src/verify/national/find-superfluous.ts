import { toHex } from '../../cms/bytes.ts'
import { type Certificate, readCertificates } from '../../cms/certificate.ts'
import type { CertificateChain, ChainTrust } from '../../cms/chain.ts'
import { isListOf, responderOf } from '../../cms/revocation.ts'
import type { StoreEntries } from '../validation-data.ts'

export interface SuperfluousParts {
  readonly certificates: readonly string[]
  readonly answers: readonly string[]
  readonly lists: readonly string[]
}

interface Pair {
  readonly certificate: Certificate
  readonly issuer: Certificate
}

function pairsOf(chains: readonly CertificateChain[]): Pair[] {
  const pairs = new Map<string, Pair>()
  for (const { certificates } of chains)
    for (const [index, certificate] of certificates.entries()) {
      const issuer = certificates[index + 1]
      if (issuer !== undefined) pairs.set(toHex(certificate.encoded), { certificate, issuer })
    }
  return [...pairs.values()]
}

const withoutRepeats = (entries: readonly Uint8Array[]): ReadonlySet<Uint8Array> =>
  new Set(new Map(entries.toReversed().map((entry) => [toHex(entry), entry])).values())

const numbered = (what: string, index: number): string => `${what} ${index + 1}`

const superfluousName = (encoded: Uint8Array, index: number): string =>
  readCertificates([encoded])[0]?.subjectName.commonName ?? numbered('certificado', index)

async function rejectNeeded(
  entries: readonly Uint8Array[],
  isNeeded: (entry: Uint8Array) => boolean | Promise<boolean>,
  describe: (entry: Uint8Array, index: number) => string,
): Promise<string[]> {
  const first = withoutRepeats(entries)
  const found: string[] = []
  for (const [index, entry] of entries.entries())
    if (!first.has(entry) || !(await isNeeded(entry))) found.push(describe(entry, index))
  return found
}

async function respondersFor(pairs: readonly Pair[], ocsps: readonly Uint8Array[]) {
  const answers = new Map<Uint8Array, Certificate[]>()
  for (const ocsp of ocsps) {
    const found = await Promise.all(pairs.map(({ certificate, issuer }) => responderOf(ocsp, certificate, issuer)))
    const responders = found.filter((responder) => responder !== undefined)
    if (responders.length > 0) answers.set(ocsp, responders)
  }
  return answers
}

/**
 * Finds entries that no chain of a signature or time stamp needs.
 * Two answers about one certificate are both needed.
 */
export async function findSuperfluous(
  { certificates, ocsps, crls }: StoreEntries,
  chains: readonly CertificateChain[],
  trust: ChainTrust,
  now: Date,
): Promise<SuperfluousParts> {
  const direct = pairsOf(chains)
  const answered = await respondersFor(direct, ocsps)
  const responders = await Promise.all(
    [...answered.values()].flat().map((responder) => trust.chainOf(responder, now, 'any')),
  )
  const all = [...chains, ...responders]
  const pairs = pairsOf(all)
  const answers = await respondersFor(pairs, ocsps)
  const needed = new Set(all.flatMap((chain) => chain.certificates.map(({ encoded }) => toHex(encoded))))
  const isListNeeded = async (crl: Uint8Array): Promise<boolean> => {
    for (const { certificate, issuer } of pairs) if (await isListOf(crl, certificate, issuer)) return true
    return false
  }
  return {
    certificates: await rejectNeeded(certificates, (entry) => needed.has(toHex(entry)), superfluousName),
    answers: await rejectNeeded(
      ocsps,
      (entry) => answers.has(entry),
      (_, index) => numbered('OCSP', index),
    ),
    lists: await rejectNeeded(crls, isListNeeded, (_, index) => numbered('CRL', index)),
  }
}
