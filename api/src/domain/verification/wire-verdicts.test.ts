import type { PdfErrorCode } from 'pdf'
import { CERTIFICATE_PURPOSES } from 'pdf/cms'
import {
  changeSeverities,
  PICTURE_STATES,
  SIGNATURE_LEVELS,
  SIGNATURE_VERDICTS,
  type SignatureProblem,
  TIME_SOURCES,
} from 'pdf/verify'
import * as national from 'pdf/verify/national'
import * as wire from 'shared/contract/verify'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

test('the wire contract and the verifier define the same values of a verification report', () => {
  expect(wire.REPORTED_VERDICTS).toEqual(SIGNATURE_VERDICTS)
  expect(wire.REPORTED_LEVELS).toEqual(SIGNATURE_LEVELS)
  expect(wire.REPORTED_PICTURE_STATES).toEqual(PICTURE_STATES)
  expect(wire.REPORTED_TIME_SOURCES).toEqual(TIME_SOURCES)
  expect([...wire.CHANGE_KINDS].sort()).toEqual(Object.keys(changeSeverities).sort())
  expect([...wire.REPORTED_SEVERITIES].sort()).toEqual([...new Set(Object.values(changeSeverities))].sort())
  expect(wire.REPORTED_PURPOSES).toEqual(CERTIFICATE_PURPOSES)
  expect(wire.REPORTED_RULES).toEqual(national.NATIONAL_RULES)
  expect(wire.REPORTED_RULE_STATES).toEqual(national.RULE_STATES)
  expect(wire.REPORTED_UNJUDGED).toEqual(national.UNJUDGED_REASONS)
  expect(wire.REPORTED_OUTCOMES).toEqual(national.NATIONAL_OUTCOMES)
  // These two exist in `pdf` as types only.
  const problems: Same<(typeof wire.REPORTED_PROBLEMS)[number], SignatureProblem> = true
  const errors: Same<(typeof wire.READ_ERRORS)[number], PdfErrorCode> = true
  expect([problems, errors]).toEqual([true, true])
})
