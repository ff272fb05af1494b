import type { NationalFormat } from 'pdf/verify/national'
import type { Services } from '../../platform/services.ts'
import { NationalFormatError } from '../documents/format-problem.ts'

export type FormatOutcome = Extract<NationalFormat, { kind: 'judged' }>['outcome']

/** @throws NationalFormatError */
export const requireNationalFormat = (format: NationalFormat): FormatOutcome => {
  if (format.kind !== 'judged') throw new NationalFormatError([])
  const unmet = format.rules.filter(({ state }) => state === 'not-met').map(({ rule }) => rule)
  if (unmet.length > 0) throw new NationalFormatError(unmet)
  return format.outcome
}

/** @param bytes given away */
export const checkNationalFormat = async (
  { judgeNationalFormat }: Pick<Services, 'judgeNationalFormat'>,
  bytes: Uint8Array,
  now: number,
): Promise<FormatOutcome> => requireNationalFormat(await judgeNationalFormat(bytes, new Date(now)))
