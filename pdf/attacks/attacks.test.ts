import { readdirSync, statSync } from 'node:fs'
import type { VerificationReport } from '../src/verify/index.ts'
import type { CaseVerdict } from './generate/case.ts'
import { bytesOf, isJudgedRight, openJudge, pathOf, readVerdicts, victimsOf } from './judge.ts'

const LARGEST_BYTES = 20_000
const verdicts = readVerdicts()
let judge: (bytes: Uint8Array) => Promise<VerificationReport>

beforeAll(async () => {
  judge = await openJudge()
})

/** Each file is judged once: the pictures of its pages cost most. */
const reports = new Map<string, Promise<VerificationReport>>()
const reportOf = (verdict: CaseVerdict): Promise<VerificationReport> => {
  const report = reports.get(verdict.file) ?? judge(bytesOf(verdict))
  reports.set(verdict.file, report)
  return report
}

test('verdicts.json names every file, and each file is small', () => {
  const listed = verdicts.map(({ file }) => file)
  expect(readdirSync(new URL('./files/', import.meta.url)).toSorted()).toEqual(listed.toSorted())
  for (const verdict of verdicts) expect(statSync(pathOf(verdict)).size).toBeLessThan(LARGEST_BYTES)
})

test.each(verdicts.map((each) => [each.file, each.right, each] as const))(
  'both judges together decide as verdicts.json says: %s: %s',
  async (_, __, verdict) => {
    const report = await reportOf(verdict)
    const victims = victimsOf(report, verdict).map(({ field, verdict: found, changes, picture, problems }) => ({
      field,
      found,
      changes,
      picture: picture.state,
      problems,
    }))
    expect({ isRight: isJudgedRight(report, verdict), victims }).toEqual({ isRight: true, victims })
  },
)

test('the set detects a verifier that accepts every signature and one that refuses every signature', async () => {
  const deceived = { valid: 0, suspicious: 0 }
  for (const verdict of verdicts) {
    const report = await reportOf(verdict)
    if (report.kind !== 'signed') continue
    for (const answer of ['valid', 'suspicious'] as const) {
      const signatures = report.signatures.map((each) => ({ ...each, verdict: answer, changes: [] }))
      if (!isJudgedRight({ ...report, verdict: answer, signatures }, verdict)) deceived[answer]++
    }
  }
  expect(deceived.valid).toBe(verdicts.filter(({ right }) => right !== 'accept').length)
  expect(deceived.suspicious).toBe(
    verdicts.filter((each) => each.right === 'accept' || each.class === 'control').length,
  )
})
