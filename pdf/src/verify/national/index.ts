import { toHex } from '../../cms/bytes.ts'
import { readCertificates } from '../../cms/certificate.ts'
import { createTrust } from '../../cms/chain.ts'
import { openPdf, type PdfDocument } from '../../syntax/pdf-document.ts'
import type { VerifyOptions } from '../index.ts'
import { locateSignatures } from '../locate-signatures.ts'
import type { VerificationReport } from '../report.ts'
import { type StoreEntries, tryStoreEntries } from '../validation-data.ts'
import { foundCertificates } from '../verify-signature.ts'
import { findSuperfluous } from './find-superfluous.ts'
import { judgeRules, type NationalDetails } from './judge-rules.ts'
import { type NationalElement, readElement } from './read-elements.ts'
import type { NationalFormat, RuleReport } from './rules.ts'

export * from './rules.ts'

export type JudgeOptions = Pick<VerifyOptions, 'roots' | 'intermediates' | 'inflate' | 'now'>
type Signed = Extract<VerificationReport, { kind: 'signed' }>

const describeEntries = (entries: StoreEntries | undefined): string =>
  JSON.stringify([entries?.certificates, entries?.ocsps, entries?.crls].map((each) => each?.map(toHex).toSorted()))

function storeAfter(bytes: Uint8Array, covered: number, { inflate }: JudgeOptions): StoreEntries | undefined {
  try {
    return tryStoreEntries(openPdf(bytes.subarray(0, covered), { inflate }), inflate)
  } catch {
    return undefined
  }
}

async function readFacts(document: PdfDocument, report: Signed, options: JudgeOptions): Promise<NationalDetails> {
  const { bytes } = document
  const { roots, intermediates = [], inflate, now } = options
  const store = tryStoreEntries(document, inflate)
  const found = locateSignatures(document).signatures
  const others = [...readCertificates(store?.certificates ?? []), ...found.flatMap(foundCertificates)]
  const trust = createTrust(roots, [...others, ...readCertificates(intermediates)])
  const read = await Promise.all(found.map((each) => readElement(each, trust, now).catch(() => undefined)))
  const elements = read.filter((element): element is NationalElement => element !== undefined)
  const chains = elements.flatMap(({ chain, stamp }) => (stamp === undefined ? [chain] : [chain, stamp.chain]))
  const isComplete = elements.length === found.length && chains.every(({ root }) => root !== undefined)
  const last = report.signatures.findLast(({ kind }) => kind === 'signature')
  return {
    reports: report.signatures,
    hidden: report.hidden,
    elements,
    length: bytes.length,
    hasStore: store !== undefined && Object.values(store).some((list) => list.length > 0),
    storeFollows:
      last === undefined || describeEntries(storeAfter(bytes, last.covered, options)) !== describeEntries(store),
    superfluous: store && isComplete ? await findSuperfluous(store, chains, trust, now) : undefined,
  }
}

function outcomeOf(rules: readonly RuleReport[]) {
  if (rules.some(({ state }) => state === 'not-met')) return 'not-met'
  if (rules.some(({ state, reason }) => state === 'not-judged' && reason !== 'simulator')) return 'not-judged'
  return rules.some(({ state }) => state === 'not-judged') ? 'simulated' : 'met'
}

/**
 * Judges the rules of Costa Rica's official format (Decreto 33018, art. 29), as BCCR's validator does. Never throws.
 *
 * @param report of the same bytes and roots, by `verifyPdf`
 */
export async function judgeNationalFormat(
  bytes: Uint8Array,
  report: VerificationReport,
  options: JudgeOptions,
): Promise<NationalFormat> {
  if (report.kind !== 'signed') return { kind: report.kind }
  try {
    const rules = judgeRules(await readFacts(openPdf(bytes, { inflate: options.inflate }), report, options))
    return { kind: 'judged', outcome: outcomeOf(rules), rules }
  } catch {
    return { kind: 'unreadable' }
  }
}
