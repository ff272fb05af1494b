/**
 * Top-level domains that mail programs make links of without a scheme: all of two letters, and the common longer ones.
 * Not `pdf`, which file names end with.
 */
const LONG_DOMAINS =
  'com|net|org|info|biz|app|dev|edu|gov|int|name|pro|mobi|xyz|online|site|website|web|page|top|club|shop|store|link|click|live|life|zip|mov|tech|cloud|space|world|today|email|news|work|fun|win|bid|loan|trade|download|stream|vip|icu|cam|lol|one|host|press|run|sale|show|social|support|team|tools|video|wiki|zone|money|bank|cash|law|art|bio|ink|uno'

const DOT = '[.\\u3002\\uff0e\\uff61]'
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?'
const WITH_SCHEME = '[a-z][a-z0-9+.-]{0,20}://\\S*|\\b(?:mailto|tel|javascript|data|file):\\S+'
const WITH_WWW = `\\bwww${DOT}\\S+`
/** Not what stands in an e-mail address, whose domain follows an @. */
const BARE = `(?<![\\p{L}\\p{N}_@.-])(?:${LABEL}${DOT})+(?:(?:${LONG_DOMAINS}|[a-z]{2})(?=$|[^\\p{L}\\p{N}@.-]|\\.(?:\\s|$))(?:[/?#:]\\S*)?|\\p{L}{2,}/\\S*)`

/** What mail programs make a link of. */
const LINK = new RegExp(`${WITH_SCHEME}|${WITH_WWW}|${BARE}`, 'giu')

/** Text on one line, with nothing invisible in it. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()

/** Text in which no mail program finds a link; people still read the address. */
export const unlinked = (text: string): string =>
  text.replace(LINK, (link) => link.replace(/:/g, '[:]').replace(new RegExp(DOT, 'gu'), '[.]'))

/** Text for subjects and names, where an address has no place. */
export const withoutLinks = (text: string): string => text.replace(LINK, '[enlace]')
