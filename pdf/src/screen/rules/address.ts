/** `scheme` names the danger. */
export type AddressVerdict =
  | { readonly kind: 'opens' | 'broken' }
  | { readonly kind: 'dangerous'; readonly scheme: string }

const OPENS = { kind: 'opens' } as const
const BROKEN = { kind: 'broken' } as const
const dangerous = (scheme: string): AddressVerdict => ({ kind: 'dangerous', scheme })

/** Other schemes may start programs. */
const HARMLESS = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp', 'ftps', 'geo', 'urn', 'doi', 'news', 'cid'])
/** Written in the place of a scheme; no program has them. */
const WORDS = new Set(['mail', 'email', 'e-mail', 'correo', 'www', 'web', 'tel.', 'telefono', 'fax', 'hxxp', 'hxxps'])
const MISSPELT_OFTEN = ['http', 'https', 'mailto']
const HTTP_LETTERS = /^h(?=.*t)(?=.*p)[htps]{2,6}$/

const isOneSlip = (given: string, meant: string): boolean => {
  let start = 0
  while (start < given.length && given[start] === meant[start]) start++
  const shorter = Math.min(given.length, meant.length)
  let end = 0
  while (end < shorter - start && given.at(-1 - end) === meant.at(-1 - end)) end++
  const [a, b] = [given.slice(start, given.length - end), meant.slice(start, meant.length - end)]
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0])
}

const isMisspelt = (scheme: string): boolean =>
  WORDS.has(scheme) || HTTP_LETTERS.test(scheme) || MISSPELT_OFTEN.some((meant) => isOneSlip(scheme, meant))

const PROGRAM =
  /\.(?:exe|bat|cmd|scr|pif|lnk|msi|msp|mst|vbs|vbe|jse|wsf|wsh|hta|ps1|jar|cpl|reg|chm|dll|inf|scf|sct|gadget|jnlp|appref-ms|settingcontent-ms)$/i
/** Top-level domains, too. */
const LOCAL_PROGRAM = /\.(?:com|js|sh|py|app|url|pl|rb|command|desktop|scpt|application|iso|img|vhdx?|msc|hlp)$/i

/** Some viewers decode twice. */
const decodePercent = (text: string): string => {
  const decode = (from: string): string =>
    from.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return decode(decode(text))
}

const judgePath = (address: string, isLocal: boolean): AddressVerdict => {
  const path = decodePercent(address)
  const names = [path, path.replace(/[?#].*$/s, '')].map((name) => name.replace(/[\s.\0]+$/, ''))
  return names.some((name) => PROGRAM.test(name) || (isLocal && LOCAL_PROGRAM.test(name)))
    ? dangerous('programa')
    : BROKEN
}

const LOCAL_HOST = /^(?:|localhost|\.{1,2}|[a-z][:|]?)$/i

/** A host makes Windows send credentials to it. */
const judgeFile = (rest: string): AddressVerdict => {
  const path = decodePercent(rest).replaceAll('\\', '/')
  const [, slashes = '', host = '', below = ''] = /^(\/*)([^/]*)(.*)$/s.exec(path) ?? []
  const isRemote = slashes.length > 3 || below.startsWith('//') || (slashes.length === 2 && !LOCAL_HOST.test(host))
  return isRemote ? dangerous('UNC') : judgePath(path, true)
}

// Viewers skip these inside a scheme.
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu
const SCHEME = /^[a-z][a-z0-9+.-]*$/
/** No viewer skips spaces, but they are never mistakes. */
const SCRIPT = /script$|^(?:data|file|shell|search-ms|ms-.*)$/

const judgeScheme = (scheme: string, rest: string): AddressVerdict => {
  if (HARMLESS.has(scheme)) return OPENS
  if (scheme === 'file') return judgeFile(rest)
  if (scheme.length === 1) return judgePath(rest, true)
  // `example.com:8080` has a port and no scheme.
  if (/^\d/.test(rest) && (scheme.includes('.') || scheme === 'localhost')) return BROKEN
  if (scheme.startsWith('www.')) return BROKEN
  if (!isMisspelt(scheme)) return dangerous(scheme)
  const below = judgeAddress(rest.replace(/^[\\/]+/, ''))
  return below.kind === 'dangerous' ? below : BROKEN
}

/**
 * Judges the address of a link (ISO 32000-1, 12.6.4.7).
 * Denies by default: only known schemes open, and only relative
 * addresses, local files and misspelt web schemes are broken.
 */
export const judgeAddress = (address: string): AddressVerdict => {
  const text = address.replace(INVISIBLE, '').trim()
  if (text === '') return OPENS
  if (/^[\\/]{2}/.test(text)) return dangerous('UNC')
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(0, colon)).toLowerCase()
  const scheme = name.replace(/\s/g, '')
  if (!SCHEME.test(scheme)) return judgePath(text, false)
  if (scheme === name) return judgeScheme(scheme, text.slice(colon + 1))
  return SCRIPT.test(scheme) ? dangerous(scheme) : BROKEN
}
