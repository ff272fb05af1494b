import { decodeTextString } from '../../syntax/index.ts'
import { type Rule, removeActionOr } from './rule.ts'

const LONGEST_ADDRESS = 4096
/** Other schemes may start programs. */
const HARMLESS = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp', 'ftps', 'geo', 'urn', 'doi', 'news', 'cid'])

/** Browsers ignore white space and control characters. */
const schemeOf = (address: string): string | undefined => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what hides a scheme
  const plain = address.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\ufeff]/g, '')
  if (/^[\\/]{2}/.test(plain)) return 'UNC'
  const scheme = /^([a-z][a-z0-9+.-]*):(.?)/i.exec(plain)
  if (scheme === null) return undefined
  const [, name = '', next = ''] = scheme
  // `example.com:8080` has a port and no scheme.
  if (/\d/.test(next) && (name.includes('.') || name === 'localhost')) return undefined
  return name.toLowerCase()
}

/**
 * Schemes that run code, read files or start programs (ISO
 * 32000-1, 12.6.4.7).
 */
export const uri: Rule = {
  code: 'PDF_MALICIOUS_URI',
  remove: removeActionOr('URI', 'Base'),
  dict: (dict, walk) => {
    for (const key of ['URI', 'Base']) {
      if (key === 'Base' && dict.entries.has('S')) continue
      for (const bytes of walk.strings(dict, key)) {
        const scheme = schemeOf(decodeTextString(bytes.subarray(0, LONGEST_ADDRESS)))
        if (scheme !== undefined && !HARMLESS.has(scheme)) return `/${key} (${scheme}:…)`
      }
    }
    return undefined
  },
}
