/**
 * TLDs that mail clients link without a scheme: these and
 * all of two letters. Without `pdf`, a file extension.
 */
const LONG_DOMAINS =
  'com|net|org|info|biz|app|dev|edu|gov|int|name|pro|mobi|xyz|online|site|website|web|page|top|club|shop|store|link|click|live|life|zip|mov|tech|cloud|space|world|today|email|news|work|fun|win|bid|loan|trade|download|stream|vip|icu|cam|lol|one|host|press|run|sale|show|social|support|team|tools|video|wiki|zone|money|bank|cash|law|art|bio|ink|uno'

const DOT = '[.\\u3002\\uff0e\\uff61]'
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?'
const WITH_SCHEME = '[a-z][a-z0-9+.-]{0,20}://\\S*|\\b(?:mailto|tel|javascript|data|file):\\S+'
const WITH_WWW = `\\bwww${DOT}\\S+`
/** In other scripts, or their ASCII form (RFC 3492). */
const OTHER_DOMAINS = 'xn--[a-z0-9-]+|(?=[a-z\\u00c0-\\u024f]*[^\\P{L}\\u0000-\\u024f])\\p{L}{2,}'
const IPV4_ADDRESS = `\\b\\d{1,3}(?:${DOT}\\d{1,3}){3}[:/]\\S*`
/** Skips email addresses, whose domain follows an @. */
const BARE = `(?<![\\p{L}\\p{N}_@.-])(?:${LABEL}${DOT})+(?:(?:${LONG_DOMAINS}|${OTHER_DOMAINS}|[a-z]{2})(?=$|[^\\p{L}\\p{N}@.-]|\\.(?:\\s|$))(?:[/?#:]\\S*)?|\\p{L}{2,}/\\S*)`

/** What mail clients turn into links. */
const LINK = new RegExp(`${WITH_SCHEME}|${WITH_WWW}|${IPV4_ADDRESS}|${BARE}`, 'giu')

/** Also removes invisible characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()

/** Defangs links: clients do not link them, people can read them. */
export const unlinkText = (text: string): string =>
  text.replace(LINK, (link) => link.replace(/:/g, '[:]').replace(new RegExp(DOT, 'gu'), '[.]'))

/** For subjects and names, which need no links. */
export const withoutLinks = (text: string): string => text.replace(LINK, '[enlace]')

export const neutraliseText = (text: string): string => unlinkText(oneLine(text))

export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map(neutraliseText)
    .filter((line, index, lines) => line !== '' || (index > 0 && lines[index - 1] !== ''))
