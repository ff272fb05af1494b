import { purposeOf } from '../../cms/certificate-purpose.ts'
import type { RootKind } from '../../cms/chain.ts'
import { weaknessOfKey } from '../../cms/distrust.ts'
import type { SignatureReport } from '../report.ts'
import type { SuperfluousParts } from './find-superfluous.ts'
import type { ElementStamp, NationalElement } from './read-elements.ts'
import type { NationalRule, RuleReport, UnjudgedReason } from './rules.ts'

export interface NationalDetails {
  /** Oldest first. */
  readonly reports: readonly SignatureReport[]
  readonly hidden: number
  readonly elements: readonly NationalElement[]
  readonly length: number
  readonly hasStore: boolean
  readonly storeFollows: boolean
  readonly superfluous: SuperfluousParts | undefined
}

type Answer = Omit<RuleReport, 'rule'>

const met: Answer = { state: 'met', reason: undefined, about: [] }
const unjudged = (reason: UnjudgedReason, about: readonly string[] = []): Answer => ({
  state: 'not-judged',
  reason,
  about,
})
const unless = (about: readonly string[]): Answer =>
  about.length === 0 ? met : { state: 'not-met', reason: undefined, about }
const when = (isMet: boolean): Answer => (isMet ? met : { state: 'not-met', reason: undefined, about: [] })

/** A weak time stamp breaks the rule about time stamps. */
const isDistrusted = ({ kind, distrust }: SignatureReport): boolean => kind === 'signature' && distrust !== undefined

const isBad = (report: SignatureReport): boolean =>
  report.verdict === 'suspicious' ||
  report.verdict === 'invalid' ||
  report.level === 'CMS' ||
  isDistrusted(report) ||
  (report.verdict === 'unknown' && report.certificate?.problem !== undefined && report.certificate.trust !== 'unknown')

function judgeSignatures({ reports, hidden }: NationalDetails): Answer {
  const bad = reports.filter(isBad)
  if (bad.length > 0 || hidden > 0) return { ...unless(bad.map(({ field }) => field)), state: 'not-met' }
  const fieldsWith = (verdict: SignatureReport['verdict']): string[] =>
    reports.filter((report) => report.verdict === verdict && report.distrust === undefined).map(({ field }) => field)
  const [unknown, unchecked] = [fieldsWith('unknown'), fieldsWith('unchecked')]
  if (unchecked.length > 0) return unjudged('algorithm', unchecked)
  return unknown.length > 0 ? unjudged('unknown-chain', unknown) : met
}

const endsWithStamp = ({ reports }: NationalDetails): boolean => reports.at(-1)?.kind === 'document-time-stamp'

function judgeSequence(facts: NationalDetails): Answer {
  if (!endsWithStamp(facts) || !facts.hasStore) return unjudged('other-rule')
  return when(facts.reports[0]?.kind === 'signature' && facts.storeFollows)
}

const judgeWholeFile = (facts: NationalDetails): Answer =>
  endsWithStamp(facts) ? when(facts.reports.at(-1)?.covered === facts.length) : unjudged('other-rule')

const judgeTimeStamps = ({ elements }: NationalDetails): Answer =>
  unless(elements.filter(({ stamp }) => stamp === undefined).map(({ field }) => field))

const judgeEntries = (facts: NationalDetails, kind: keyof SuperfluousParts): Answer => {
  if (!facts.hasStore) return unjudged('other-rule')
  return facts.superfluous === undefined ? unjudged('unknown-chain') : unless(facts.superfluous[kind])
}

const isForeign = (root: RootKind | undefined, isSimulated: boolean): boolean =>
  root !== 'national' && !(isSimulated && (root === 'simulator' || root === 'other'))

const stampsOf = (elements: readonly NationalElement[]): ElementStamp[] =>
  elements.flatMap(({ stamp }) => (stamp === undefined ? [] : [stamp]))

function judgeHierarchy({ elements }: NationalDetails): Answer {
  const all = [
    ...elements.map(({ chain, signer, isTimeStamp }) => ({ chain, certificate: signer, isStamp: isTimeStamp })),
    ...stampsOf(elements).map(({ chain, authority }) => ({ chain, certificate: authority, isStamp: true })),
  ]
  const isSimulated = elements.some(({ isTimeStamp, chain }) => !isTimeStamp && chain.root === 'simulator')
  const foreign = all.filter(({ chain }) => isForeign(chain.root, isSimulated))
  if (foreign.length === 0 && isSimulated) return unjudged('simulator')
  const names = [...new Set(foreign.map(({ certificate }) => certificate?.subjectName.commonName ?? '(sin nombre)'))]
  const isConfigured = foreign.length > 0 && foreign.every(({ chain, isStamp }) => isStamp && chain.root === 'other')
  return isConfigured ? unjudged('configured-authority', names) : unless(names)
}

function judgeCertificateType({ elements }: NationalDetails): Answer {
  const signers = elements.filter(({ isTimeStamp }) => !isTimeStamp)
  const wrong = signers.filter(({ signer }) => signer !== undefined && purposeOf(signer) !== 'signature')
  const known = signers.filter(({ chain: { root } }) => root === 'national' || root === 'simulator')
  const names = wrong.filter((each) => known.includes(each)).map(({ field }) => field)
  if (names.length > 0) return unless(names)
  return known.length < signers.length ? unjudged('unknown-chain') : met
}

const WEAK = /SHA-1\b|MD5/
const UNKNOWN = /^algoritmo |, algoritmo /

const hasWeakKey = ({ authority }: ElementStamp): boolean =>
  authority !== undefined && weaknessOfKey(authority.spki) !== undefined

function judgeStampAlgorithm({ elements }: NationalDetails): Answer {
  const fieldsWhere = (matches: (stamp: ElementStamp) => boolean): string[] =>
    elements.filter(({ stamp }) => stamp !== undefined && matches(stamp)).map(({ field }) => field)
  const weak = fieldsWhere((stamp) => hasWeakKey(stamp) || stamp.algorithms.some((name) => WEAK.test(name)))
  if (weak.length > 0) return unless(weak)
  const unknown = fieldsWhere(({ algorithms }) => algorithms.some((name) => UNKNOWN.test(name)))
  return unknown.length > 0 ? unjudged('algorithm', unknown) : met
}

const judges: Readonly<Record<Exclude<NationalRule, 'revocation-data'>, (facts: NationalDetails) => Answer>> = {
  signatures: judgeSignatures,
  store: ({ hasStore }) => when(hasStore),
  'last-stamp': (facts) => when(endsWithStamp(facts)),
  sequence: judgeSequence,
  'whole-file': judgeWholeFile,
  'time-stamps': judgeTimeStamps,
  certificates: (facts) => judgeEntries(facts, 'certificates'),
  hierarchy: judgeHierarchy,
  'certificate-type': judgeCertificateType,
  lists: (facts) => judgeEntries(facts, 'lists'),
  answers: (facts) => judgeEntries(facts, 'answers'),
  'stamp-algorithm': judgeStampAlgorithm,
}

/** Without these, the level says nothing about revocation data. */
const NEEDED: readonly NationalRule[] = [
  'signatures',
  'store',
  'last-stamp',
  'sequence',
  'whole-file',
  'time-stamps',
  'hierarchy',
]

export function judgeRules(facts: NationalDetails): RuleReport[] {
  const rules = Object.entries(judges).map(([rule, judge]) => ({ rule: rule as NationalRule, ...judge(facts) }))
  const isOpen = rules.some(
    ({ rule, state, reason }) =>
      NEEDED.includes(rule) && state !== 'met' && reason !== 'simulator' && reason !== 'configured-authority',
  )
  const short = facts.reports.filter(({ kind, level }) => kind === 'signature' && level !== 'B-LTA')
  const data = isOpen ? unjudged('other-rule') : unless(short.map(({ field }) => field))
  return [...rules, { rule: 'revocation-data', ...data }]
}
