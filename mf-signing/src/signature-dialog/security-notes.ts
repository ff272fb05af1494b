import type { SignatureResult } from 'shared/contract'
import { dialogTexts } from './constants.ts'

/** Only claims that hold for this signature. */
export const securityNotes = ({ level, verified, timestamp }: SignatureResult): readonly string[] => [
  level === 'CMS' ? dialogTexts.olderFormat : dialogTexts.format(level),
  ...(verified ? [dialogTexts.tampering] : []),
  timestamp ? dialogTexts.timestamp(timestamp.authority) : dialogTexts.serverTime,
  ...(level === 'CMS' ? [] : [dialogTexts.standard]),
]
