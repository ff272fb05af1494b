import type { UserFile } from 'shared/contract'
import type { Notification } from 'shared/state'
import { formatCount } from '../format.ts'
import { CLEANED, DRAWINGS_HIDDEN, LONG_NOTE_MS, REPAIRED, UPLOAD_SUCCESS } from './constants.ts'

type Stored = Pick<UserFile, 'rewritten' | 'foreign_signatures' | 'drawings_hidden'>

export const foreignSignaturesText = (count: number): string =>
  `El documento ya trae ${formatCount(count, 'firma', 'firmas')}; ${count === 1 ? 'se conserva intacta' : 'se conservan intactas'}.`

/** Success first, then side effects. */
export const storedNotes = ({ rewritten, foreign_signatures, drawings_hidden: hidden }: Stored): Notification[] => {
  const info = (message: string): Notification => ({ type: 'info', message, duration: LONG_NOTE_MS })
  return [
    { type: 'success', message: UPLOAD_SUCCESS },
    ...(rewritten === 'normalised' ? [info(REPAIRED)] : []),
    ...(rewritten === 'cleaned' ? [info(CLEANED)] : []),
    ...(foreign_signatures > 0 ? [info(foreignSignaturesText(foreign_signatures))] : []),
    ...(hidden === true ? [info(DRAWINGS_HIDDEN)] : []),
  ]
}
