import type { SignatureProblem, SignatureReport } from '../report.ts'
import { NOT_COMPARED, SIGNATURE_VERDICTS } from '../report.ts'
import { concludeValidation, type RevokedParty } from './indications.ts'

const good: SignatureReport = {
  kind: 'signature',
  field: 'ana',
  verdict: 'valid',
  problems: [],
  certificate: {
    name: 'Ana',
    organisation: undefined,
    identification: undefined,
    email: undefined,
    issuer: 'CA',
    serial: '1',
    validFrom: new Date('2025-01-01'),
    validTo: new Date('2028-01-01'),
    key: 'ECDSA P-256',
    trust: 'platform',
    problem: undefined,
    purpose: 'signature',
    chain: [],
  },
  time: { source: 'time-stamp', at: new Date('2026-01-01'), authority: 'TSA', isProven: true },
  level: 'B-LTA',
  revocation: { state: 'good', at: new Date('2026-01-01') },
  hash: 'SHA-256',
  algorithm: 'ECDSA con SHA-256',
  reason: undefined,
  location: undefined,
  covered: 1000,
  coversWholeFile: true,
  permits: undefined,
  changes: [],
  picture: NOT_COMPARED,
}

const problem = (found: SignatureProblem, verdict: SignatureReport['verdict']) => ({ problems: [found], verdict })
type ChainProblem = NonNullable<NonNullable<SignatureReport['certificate']>['problem']>
const chain = (found: ChainProblem, validFrom = new Date('2025-01-01')) => ({
  verdict: 'unknown' as const,
  certificate: good.certificate && { ...good.certificate, problem: found, validFrom },
})
const claimed = { source: 'claimed', at: new Date('2020-01-01'), authority: undefined, isProven: false } as const
const revoked = {
  ...problem('revoked', 'invalid'),
  revocation: { state: 'revoked', at: new Date('2025-06-01') },
} as const
const change = (severity: 'notable' | 'suspicious') => [{ kind: 'page-content', severity }] as const

type Row = [string, Partial<SignatureReport>, readonly string[], { hidden?: number; revoked?: RevokedParty }?]
const rows: readonly Row[] = [
  ['a good signature', {}, ['total-passed']],
  ['notable changes that are permitted', { verdict: 'changed', changes: change('notable') }, ['total-passed']],
  ['no data about revocation', { revocation: { state: 'unknown', at: undefined } }, ['indeterminate', 'TRY_LATER']],
  ['another digest', problem('digest', 'invalid'), ['total-failed', 'HASH_FAILURE']],
  ['a wrong value', problem('value', 'invalid'), ['total-failed', 'SIG_CRYPTO_FAILURE']],
  ['CMS that cannot be read', problem('unreadable-signature', 'invalid'), ['total-failed', 'FORMAT_FAILURE']],
  ['missing attributes', problem('attributes', 'invalid'), ['total-failed', 'FORMAT_FAILURE']],
  ['attached content', problem('attached-content', 'invalid'), ['total-failed', 'FORMAT_FAILURE']],
  ['a malformed range', problem('range-malformed', 'suspicious'), ['total-failed', 'FORMAT_FAILURE']],
  ['overlapping ranges', problem('overlap', 'suspicious'), ['total-failed', 'FORMAT_FAILURE']],
  ['no certificate', problem('no-certificate', 'invalid'), ['indeterminate', 'NO_SIGNING_CERTIFICATE_FOUND']],
  ['another certificate', problem('certificate-id', 'invalid'), ['indeterminate', 'NO_SIGNING_CERTIFICATE_FOUND']],
  ['an unknown algorithm', problem('algorithm', 'unchecked'), ['indeterminate', 'CRYPTO_CONSTRAINTS_FAILURE']],
  ['SHA-1', problem('weak-hash', 'unknown'), ['indeterminate', 'CRYPTO_CONSTRAINTS_FAILURE']],
  ['a weak key', problem('weak-key', 'unchecked'), ['indeterminate', 'CRYPTO_CONSTRAINTS_FAILURE']],
  ['a key for another use', problem('key-usage', 'suspicious'), ['indeterminate', 'CHAIN_CONSTRAINTS_FAILURE']],
  ['a bad time stamp', problem('time-stamp', 'suspicious'), ['indeterminate', 'SIG_CONSTRAINTS_FAILURE']],
  ['an untrusted root', chain('unknown'), ['indeterminate', 'NO_CERTIFICATE_CHAIN_FOUND']],
  ['a chain that is unfit', chain('unfit'), ['indeterminate', 'CERTIFICATE_CHAIN_GENERAL_FAILURE']],
  ['a name that is not permitted', chain('name'), ['indeterminate', 'CERTIFICATE_CHAIN_GENERAL_FAILURE']],
  ['a certificate for another purpose', chain('purpose'), ['indeterminate', 'CHAIN_CONSTRAINTS_FAILURE']],
  ['a weak certificate', chain('weak'), ['indeterminate', 'CRYPTO_CONSTRAINTS_FAILURE']],
  ['an expired certificate', chain('expired'), ['indeterminate', 'OUT_OF_BOUNDS_NO_POE']],
  [
    'a signature that is older than its certificate',
    chain('not-yet-valid', new Date('2027-01-01')),
    ['total-failed', 'NOT_YET_VALID'],
  ],
  [
    'the same without a proven time',
    { ...chain('not-yet-valid', new Date('2027-01-01')), time: claimed },
    ['indeterminate', 'OUT_OF_BOUNDS_NO_POE'],
  ],
  ['an authority that is not valid yet', chain('not-yet-valid'), ['indeterminate', 'OUT_OF_BOUNDS_NO_POE']],
  ['a revoked certificate', revoked, ['indeterminate', 'REVOKED_NO_POE']],
  ['a revoked authority', revoked, ['indeterminate', 'REVOKED_CA_NO_POE'], { revoked: 'authority' }],
  [
    'a suspicious change',
    { verdict: 'suspicious', changes: change('suspicious') },
    ['indeterminate', 'SIG_CONSTRAINTS_FAILURE'],
  ],
  ['pages that look different', { verdict: 'suspicious' }, ['indeterminate', 'SIG_CONSTRAINTS_FAILURE']],
  ['a hidden signature', { verdict: 'suspicious' }, ['indeterminate', 'SIG_CONSTRAINTS_FAILURE'], { hidden: 1 }],
  [
    'several reasons',
    { ...chain('unknown'), problems: ['weak-hash'], verdict: 'suspicious', changes: change('suspicious') },
    ['indeterminate', 'NO_CERTIFICATE_CHAIN_FOUND', 'CRYPTO_CONSTRAINTS_FAILURE', 'SIG_CONSTRAINTS_FAILURE'],
  ],
  [
    'a failure among doubts',
    { ...chain('unknown'), problems: ['digest'], verdict: 'invalid' },
    ['total-failed', 'HASH_FAILURE'],
  ],
]

test.each(rows)('%s: the indications of EN 319 102-1', (_, given, expected, context = {}) => {
  const { main, reasons } = concludeValidation({ ...good, ...given }, context.hidden, context.revoked)
  expect([main, ...reasons]).toEqual(expected)
})

test.each(SIGNATURE_VERDICTS)('the verdict %s alone passes only if it is good', (verdict) => {
  const { main } = concludeValidation({ ...good, verdict })
  expect(main === 'total-passed').toBe(verdict === 'valid' || verdict === 'changed')
})
