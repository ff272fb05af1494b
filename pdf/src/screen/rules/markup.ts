const TAG_START = '(?:<|&lt;|&#0*60;|&#x0*3c;)'
const HANDLER = `[\\s/"']on[a-z]{3,20}\\s*=`
const SOURCE = '\\b(?:src|srcset|data|type|href|poster|background|action|content)\\s*='
/** Tags that load what an attribute names. */
const LOADING = 'object|embed|img|image|video|audio|source|track|input|link|base|meta|form|svg|use|applet|frame|portal'
const OBJECT = `\\s*(?:${LOADING})\\b`
/** Characters after the tag name. */
const ATTRIBUTES_WITHIN = 500

/** Active markup, or a tag whose attributes may be active. */
const CANDIDATE = new RegExp(
  [
    `(${TAG_START}\\s*(?:/\\s*)?(?:script|iframe)\\b`,
    // Titles mention JavaScript; only addresses call it.
    '\\b(?:javascript|vbscript)\\s*:\\s*[\\w.$]+\\s*\\(',
    'data:text/html)',
    `${TAG_START}(?=([a-z])|${OBJECT})`,
  ].join('|'),
  'gi',
)
const OBJECT_START = new RegExp(`${TAG_START}${OBJECT}`, 'iy')
const RUNNING_TAG = new RegExp(
  [
    `${TAG_START}${OBJECT}[^<>]{0,${ATTRIBUTES_WITHIN}}${SOURCE}`,
    `${TAG_START}[a-z][^<>]{0,${ATTRIBUTES_WITHIN}}${HANDLER}`,
  ].join('|'),
  'iy',
)

/** Positions only grow, so it scans a text once. */
const createFinder = (pattern: string, text: string) => {
  const matcher = new RegExp(pattern, 'gi')
  let found = -1
  return (from: number): number => {
    if (found >= from) return found
    matcher.lastIndex = from
    found = matcher.exec(text)?.index ?? Number.POSITIVE_INFINITY
    return found
  }
}

const execAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

interface Passage {
  readonly index: number
  readonly text: string
}

/**
 * First active markup: script, frame, event handler or script
 * address. Linear: a single expression takes 500 times as many
 * steps.
 */
const findMarkup = (text: string): Passage | undefined => {
  const nextAngle = createFinder('[<>]', text)
  const nextHandler = createFinder(HANDLER, text)
  const nextSource = createFinder(SOURCE, text)
  const hasAttribute = (next: (from: number) => number, from: number): boolean =>
    next(from) <= Math.min(from + ATTRIBUTES_WITHIN, nextAngle(from))
  CANDIDATE.lastIndex = 0
  for (let match = CANDIDATE.exec(text); match !== null; match = CANDIDATE.exec(text)) {
    const { index } = match
    if (match[1] !== undefined) return { index, text: match[1] }
    const { lastIndex } = CANDIDATE
    const objectEnd = execAt(OBJECT_START, text, index)?.[0].length
    const mayRun =
      (match[2] !== undefined && hasAttribute(nextHandler, lastIndex + 1)) ||
      (objectEnd !== undefined && hasAttribute(nextSource, index + objectEnd))
    const running = mayRun ? execAt(RUNNING_TAG, text, index) : null
    if (running !== null) return { index, text: running[0] }
    CANDIDATE.lastIndex = lastIndex
  }
  return undefined
}

/** XML entities read server files or expand without limit. */
const ENTITY = /<!ENTITY/i

/** A text with more is refused. */
const MOST_PASSAGES = 1_000

/** Repeats, because a removal may create new markup. */
export const withoutMarkup = (text: string): string => {
  let rest = text
  for (let passes = 0; passes < MOST_PASSAGES; passes++) {
    const found = findMarkup(rest)
    if (found === undefined) return rest
    rest = rest.slice(0, found.index) + rest.slice(found.index + found.text.length)
  }
  return ''
}

/** Undefined for a harmless text. */
export const markupIn = (text: string): string | undefined => findMarkup(text)?.text.slice(0, 40)
/** An XML entity in XMP: parsers may read files for it. */
export const entityIn = (text: string): string | undefined => ENTITY.exec(text)?.[0]
