import type { SignatureResult } from 'shared/contract'
import { dialogTexts } from './constants.ts'

/** What can truly be said of this very signature. */
export const securityNotes = ({ level, verified, timestamp }: SignatureResult): readonly string[] => [
  dialogTexts.format(level),
  ...(verified ? [dialogTexts.tampering] : []),
  timestamp ? dialogTexts.timestamp(timestamp.authority) : dialogTexts.serverTime,
  dialogTexts.standard,
]
