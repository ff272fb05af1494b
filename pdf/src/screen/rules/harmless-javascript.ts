/** Characters. */
const LONGEST = 2_000
/** Maximum of the encodings of text strings. */
const BYTES_PER_CHARACTER = 3
const MARK_BYTES = 3
const MOST_ARGUMENTS = 64

/**
 * Functions of Acrobat's form library that only check or
 * format input.
 */
const FORMATTING = new Set([
  'AFNumber_Format',
  'AFNumber_Keystroke',
  'AFPercent_Format',
  'AFPercent_Keystroke',
  'AFDate_Format',
  'AFDate_FormatEx',
  'AFDate_Keystroke',
  'AFDate_KeystrokeEx',
  'AFTime_Format',
  'AFTime_FormatEx',
  'AFTime_Keystroke',
  'AFSpecial_Format',
  'AFSpecial_Keystroke',
  'AFSpecial_KeystrokeEx',
  'AFRange_Validate',
])

/** Name, number, closed string or punctuation. */
const TOKEN =
  /\s*(?:([A-Za-z_]\w*)|(-?\d+(?:\.\d+)?|"(?:[^"\\\r\n\u2028\u2029]|\\[\\"'u])*"|'(?:[^'\\\r\n\u2028\u2029]|\\[\\"'u])*')|([(),;]))\s*/y

const tokenize = (text: string): string[] | undefined => {
  const tokens: string[] = []
  let at = 0
  while (at < text.length) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    if (match === null) return undefined
    tokens.push(match[1] ?? (match[2] === undefined ? (match[3] ?? '') : 'literal'))
    at = TOKEN.lastIndex
  }
  return tokens
}

const isLiteral = (token: string | undefined): boolean => token === 'literal' || token === 'true' || token === 'false'

const callEnd = (tokens: readonly string[], start: number): number | undefined => {
  if (!FORMATTING.has(tokens[start] ?? '') || tokens[start + 1] !== '(') return undefined
  let at = start + 2
  if (tokens[at] === ')') return at + 1
  for (let count = 0; count < MOST_ARGUMENTS; count++) {
    if (!isLiteral(tokens[at])) return undefined
    if (tokens[at + 1] === ')') return at + 2
    if (tokens[at + 1] !== ',') return undefined
    at += 2
  }
  return undefined
}

/** Checked before the text is decoded. */
export const isLongScript = (bytes: Uint8Array): boolean => bytes.length > LONGEST * BYTES_PER_CHARACTER + MARK_BYTES

/**
 * True if a script only calls formatting functions with
 * literal arguments. An allowlist over a closed grammar: no
 * variables, properties, operators or comments.
 */
export function isHarmlessJavaScript(text: string): boolean {
  if (text.length > LONGEST) return false
  const tokens = tokenize(text)
  if (tokens === undefined || tokens.length === 0) return false
  let at = 0
  while (at < tokens.length) {
    const end = callEnd(tokens, at)
    if (end === undefined || (end < tokens.length && tokens[end] !== ';')) return false
    at = end + 1
  }
  return true
}
