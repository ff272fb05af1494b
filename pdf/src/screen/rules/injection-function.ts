import { decodeLatin1 } from '../../syntax/index.ts'
import type { ScreenRule } from './rule.ts'

/** Bytes; written by tools, rarely above 10 kB. */
const LONGEST = 256 * 1024

/** ISO 32000-1, table 42, without `if` and `ifelse`. */
const OPERATORS = new Set(
  (
    'abs add atan ceiling cos cvi cvr div exp floor idiv ln log mod mul neg round sin sqrt sub truncate ' +
    'and bitshift eq false ge gt le lt ne not or true xor copy dup exch index pop roll'
  ).split(' '),
)
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
/** Comments have no character that code needs. */
const TOKEN = /[\0\t\n\f\r ]+|%[\w\t %.,:/*+-]*(?=[\r\n])|[{}]|[A-Za-z]+|[+-]?[\d.][\d.eE+-]*/y

const NESTING_MAX = 32
const INNERMOST = /\{(?:o|bi|bbe)*\}/g

/** One letter: `o` operand or operator, `i` if, `e` ifelse. */
const letterOf = (token: string): string => {
  if (/^[\0\s%]/.test(token)) return ''
  if (token === '{' || token === '}') return token
  if (token === 'if' || token === 'ifelse') return token === 'if' ? 'i' : 'e'
  return OPERATORS.has(token) || NUMBER.test(token) ? 'o' : '?'
}

/** Undefined if any character belongs to no token. */
const shapeOf = (text: string): string | undefined => {
  let shape = ''
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.[0]
    if (token === undefined) return undefined
    shape += letterOf(token)
  }
  return shape
}

/** True for a closed grammar: numbers, operators, blocks. */
export const isHarmlessFunction = (text: string): boolean => {
  let shape = shapeOf(text) ?? ''
  for (let depth = 0; depth < NESTING_MAX && shape !== 'b'; depth++) shape = shape.replace(INNERMOST, 'b')
  return shape === 'b'
}

/**
 * A PostScript calculator (ISO 32000-1, 7.10.5) with anything
 * else: viewers that compile it could execute it.
 */
export const injectionFunction: ScreenRule = {
  code: 'PDF_INJECTION_FUNCTION',
  stream: (stream, walk) => {
    if (!walk.get(stream.dict, 'FunctionType').includes(4)) return undefined
    const data = walk.data(stream)
    const isHarmless = data !== undefined && data.length <= LONGEST && isHarmlessFunction(decodeLatin1(data))
    return isHarmless ? undefined : '/FunctionType 4'
  },
}
