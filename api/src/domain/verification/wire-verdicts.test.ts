import type { PdfErrorCode } from 'pdf'
import { PURPOSES } from 'pdf/cms'
import { LEVELS, PICTURE_STATES, type Problem, severities, TIME_SOURCES, VERDICTS } from 'pdf/verify'
import * as national from 'pdf/verify/national'
import * as wire from 'shared/contract/verify'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

test('the wire contract and the verifier define the same values of a verification report', () => {
  expect(wire.VERDICTS).toEqual(VERDICTS)
  expect(wire.LEVELS).toEqual(LEVELS)
  expect(wire.PICTURE_STATES).toEqual(PICTURE_STATES)
  expect(wire.TIME_SOURCES).toEqual(TIME_SOURCES)
  expect([...wire.CHANGE_KINDS].sort()).toEqual(Object.keys(severities).sort())
  expect([...wire.SEVERITIES].sort()).toEqual([...new Set(Object.values(severities))].sort())
  expect(wire.PURPOSES).toEqual(PURPOSES)
  expect(wire.NATIONAL_RULES).toEqual(national.NATIONAL_RULES)
  expect(wire.RULE_STATES).toEqual(national.RULE_STATES)
  expect(wire.UNJUDGED).toEqual(national.UNJUDGED)
  expect(wire.OUTCOMES).toEqual(national.OUTCOMES)
  // These two exist in `pdf` as types only.
  const problems: Same<(typeof wire.PROBLEMS)[number], Problem> = true
  const errors: Same<(typeof wire.READ_ERRORS)[number], PdfErrorCode> = true
  expect([problems, errors]).toEqual([true, true])
})
