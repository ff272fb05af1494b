import { decodeLatin1, decodeTextString } from '../../syntax/index.ts'
import { entityIn, markupIn } from './markup.ts'
import type { ScreenRule } from './rule.ts'

const INFO_KEYS = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer']
/** Bytes that are searched. */
const LONGEST_TEXT = 64 * 1024
/** Bytes that are searched. */
const LONGEST_METADATA = 1024 * 1024

/**
 * Markup in the information dictionary (ISO 32000-1, 14.3.3)
 * and XMP (14.3.2).
 */
export const injectionMetadata: ScreenRule = {
  code: 'PDF_INJECTION_METADATA',
  // XMP repeats the dictionary, so it is removed as a whole.
  remove: (dict, walk) =>
    walk.names(dict, 'Type').includes('Metadata') ? { kind: 'object' } : { kind: 'markup', keys: INFO_KEYS },
  dict: (dict, walk) => {
    for (const key of INFO_KEYS) {
      for (const bytes of walk.strings(dict, key)) {
        const markup = markupIn(decodeTextString(bytes.subarray(0, LONGEST_TEXT)))
        if (markup !== undefined) return `/${key}: ${markup}`
      }
    }
    return undefined
  },
  stream: (stream, walk) => {
    if (!walk.names(stream.dict, 'Type').includes('Metadata')) return undefined
    const data = walk.data(stream)
    if (data === undefined) return undefined
    const text = decodeLatin1(data.subarray(0, LONGEST_METADATA)).replaceAll('\0', '')
    const found = entityIn(text) ?? markupIn(text)
    return found === undefined ? undefined : `/Metadata: ${found}`
  },
}
