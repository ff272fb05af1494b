import { makeChange } from './changes.ts'
import { findUnsound } from './find-unsound.ts'
import { NATIONAL_RULES, officialCodes, UNJUDGED_REASONS } from './national/rules.ts'
import type { SignatureReport, VerificationReport } from './report.ts'

const ours = { field: 'ana', problems: [], changes: [] } as unknown as SignatureReport
const theirs = { ...ours, field: 'before', problems: ['digest'] } as SignatureReport
const rule = { before: new Set(['before']), admits: ({ severity }: { severity: string }) => severity === 'expected' }
const reportOf = (
  signatures: readonly SignatureReport[],
  over: Partial<Extract<VerificationReport, { kind: 'signed' }>> = {},
): VerificationReport => ({ kind: 'signed', verdict: 'valid', hidden: 0, signatures, ...over })

test.each<[string, VerificationReport, string | undefined]>([
  ['a sound signature', reportOf([ours]), undefined],
  ['a sound signature after a damaged one that is not ours', reportOf([theirs, ours]), undefined],
  ['only a signature that is not ours', reportOf([theirs]), 'no signature'],
  ['no signature', reportOf([]), 'no signature'],
  ['an unsigned file', { kind: 'unsigned', pages: 1 }, 'no signature'],
  ['an unreadable file', { kind: 'unreadable', code: 'PDF_MALFORMED', claims: 0 }, 'unreadable: PDF_MALFORMED'],
  ['a hidden signature', reportOf([ours], { hidden: 1 }), 'hidden signature'],
  ['a damaged signature', reportOf([{ ...ours, problems: ['digest'] }]), 'ana: digest'],
  ['a weak certificate', reportOf([{ ...ours, problems: ['weak-certificate', 'weak-hash'] }]), undefined],
  ['a weak key', reportOf([{ ...ours, problems: ['weak-hash', 'weak-key'] }]), 'ana: weak-key'],
  ['an admitted change', reportOf([{ ...ours, changes: [makeChange('signature-added')] }]), undefined],
  [
    'a change that is not admitted',
    reportOf([{ ...ours, changes: [makeChange('metadata'), makeChange('page-content', { page: 2, detail: '7' })] }]),
    'ana: page-content page 2 7',
  ],
  ['an early change', reportOf([ours], { changesSince: [makeChange('font')] }), 'font'],
  ['an admitted early change', reportOf([ours], { changesSince: [makeChange('metadata')] }), undefined],
])('findUnsound: %s', (_, report, expected) => {
  expect(findUnsound(report, rule)).toBe(expected)
})

test('the rules of the national format have the codes of the official validator', () => {
  expect(officialCodes).toEqual({
    signatures: undefined,
    store: 6,
    'last-stamp': 7,
    sequence: 8,
    'whole-file': 12,
    'time-stamps': 16,
    certificates: 18,
    hierarchy: 22,
    'certificate-type': 26,
    lists: 30,
    answers: 44,
    'stamp-algorithm': 48,
    'revocation-data': undefined,
  })
  expect(NATIONAL_RULES).toHaveLength(13)
  expect(UNJUDGED_REASONS).toEqual(['other-rule', 'unknown-chain', 'algorithm', 'simulator', 'configured-authority'])
})
