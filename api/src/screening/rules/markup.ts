const TAG_START = '(?:<|&lt;|&#0*60;|&#x0*3c;)'
/** Markup that runs where a text is shown as HTML: a script, a frame, an event handler, a script address. */
const MARKUP = new RegExp(
  [
    `${TAG_START}\\s*/?\\s*(?:script|iframe)\\b`,
    `${TAG_START}\\s*(?:object|embed)\\b[^<>]{0,500}\\b(?:src|data|type)\\s*=`,
    `${TAG_START}[a-z][^<>]{0,500}[\\s/"']on[a-z]{3,20}\\s*=`,
    // A title may well speak of JavaScript; a call follows the colon only in an address.
    '\\b(?:javascript|vbscript)\\s*:\\s*[\\w.$]+\\s*\\(',
    'data:text/html',
  ].join('|'),
  'i',
)

/** XML that declares entities: files of the server, or a bomb of expansions. */
const ENTITY = /<!ENTITY/i

/** Passages that are taken out of one text; what needs more is no text. */
const MOST_PASSAGES = 1_000

/** A text without its markup. Taking one passage out may join others to a new one, so it is looked through again. */
export const withoutMarkup = (text: string): string => {
  let rest = text
  for (let passes = 0; passes < MOST_PASSAGES; passes++) {
    const found = MARKUP.exec(rest)
    if (found === null) return rest
    rest = rest.slice(0, found.index) + rest.slice(found.index + found[0].length)
  }
  return ''
}

/** What a text carries that no honest text needs, or undefined. */
export const markupIn = (text: string): string | undefined => MARKUP.exec(text)?.[0].slice(0, 40)
export const entityIn = (text: string): string | undefined => ENTITY.exec(text)?.[0]
