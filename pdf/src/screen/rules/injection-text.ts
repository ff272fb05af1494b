import { decodeTextString } from '../../syntax/index.ts'
import { markupIn } from './markup.ts'
import type { ScreenRule } from './rule.ts'

/** Texts that viewers show outside of the page. */
const TEXT_KEYS = [
  'T',
  'TU',
  'TM',
  'V',
  'DV',
  'Contents',
  'RC',
  'Subj',
  'Name',
  'Reason',
  'Location',
  'ContactInfo',
  'Desc',
]
/** Bytes that are searched. */
const LONGEST_TEXT = 64 * 1024

/** Markup in form fields and annotations, dangerous in HTML viewers. */
export const injectionText: ScreenRule = {
  code: 'PDF_INJECTION_TEXT',
  remove: () => ({ kind: 'markup', keys: TEXT_KEYS }),
  dict: (dict, walk) => {
    for (const key of TEXT_KEYS) {
      // /Contents of a signature are bytes.
      if (key === 'Contents' && dict.entries.has('ByteRange')) continue
      for (const bytes of walk.strings(dict, key)) {
        const markup = markupIn(decodeTextString(bytes.subarray(0, LONGEST_TEXT)))
        if (markup !== undefined) return `/${key}: ${markup}`
      }
    }
    return undefined
  },
}
