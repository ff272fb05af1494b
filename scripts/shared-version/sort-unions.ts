const TOKENS = /"(?:[^"\\\n]|\\.)*"|=>|[^"=(){}[\]<>|;,:?]+|[\s\S]/g
const OPENING = ['(', '{', '[', '<']
const CLOSING = [')', '}', ']', '>']
const ENDS_MEMBER = [...CLOSING, '|', ';', ',', ':', '=', '?', '=>']

interface Cursor {
  readonly tokens: readonly string[]
  at: number
}

const peek = ({ tokens, at }: Cursor): string => tokens[at] ?? ''
const take = (cursor: Cursor): string => cursor.tokens[cursor.at++] ?? ''
const isAtEnd = ({ tokens, at }: Cursor): boolean => at >= tokens.length

const readMember = (cursor: Cursor): string => {
  let text = ''
  while (!isAtEnd(cursor) && !ENDS_MEMBER.includes(peek(cursor))) {
    const token = take(cursor)
    text += OPENING.includes(token) ? `${token}${readInside(cursor)}${take(cursor)}` : token
  }
  return text
}

const readUnion = (cursor: Cursor): string => {
  const members = [readMember(cursor)]
  while (peek(cursor) === '|') {
    take(cursor)
    members.push(readMember(cursor))
  }
  const [first = ''] = members
  if (members.length === 1) return first
  const before = /^\s*/.exec(first)?.[0] ?? ''
  const after = /\s*$/.exec(members.at(-1) ?? '')?.[0] ?? ''
  const named = members.map((member) => member.trim()).filter((member) => member !== '')
  return `${before}${named.sort().join(' | ')}${after}`
}

/** Up to the bracket that closes. */
const readInside = (cursor: Cursor): string => {
  let text = ''
  while (!isAtEnd(cursor)) {
    text += readUnion(cursor)
    if (CLOSING.includes(peek(cursor))) break
    text += take(cursor)
  }
  return text
}

/**
 * Sorts the members of each union. The compiler's order depends on the other
 * files that it reads.
 * @param text declarations, strings in double quotes
 */
export const sortUnions = (text: string): string => {
  const cursor = { tokens: text.match(TOKENS) ?? [], at: 0 }
  return readInside(cursor) + cursor.tokens.slice(cursor.at).join('')
}
