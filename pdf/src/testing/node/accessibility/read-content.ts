import {
  defaultLimits,
  isDict,
  isName,
  ObjectParser,
  type PdfDict,
  PdfError,
  PdfLexer,
  type PdfObject,
} from '../../../syntax/index.ts'

/** Marks, fonts and painting of a content stream (ISO 32000-1, 7.8.2). */
export interface ContentMarks {
  /** Marked-content identifiers, in order. */
  readonly ids: readonly number[]
  /** Painting operators that are neither in an element's content nor in an artifact. */
  readonly unmarked: readonly string[]
  readonly fonts: ReadonlySet<string>
  /** XObjects that `Do` paints. */
  readonly painted: ReadonlySet<string>
}

const PAINTING = new Set(['Tj', 'TJ', "'", '"', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'Do', 'BI'])
const WORD = /[A-Za-z'"*]/

const markOf = (operands: readonly PdfObject[], properties: PdfDict | undefined): 'artifact' | number | undefined => {
  const [tag, second] = operands
  if (isName(tag) && tag.value === 'Artifact') return 'artifact'
  const named = isName(second) ? properties?.entries.get(second.value) : second
  const id = isDict(named) ? named.entries.get('MCID') : undefined
  return typeof id === 'number' ? id : undefined
}

/** @param properties resolved /Properties of the page */
export const readContent = (bytes: Uint8Array, properties?: PdfDict): ContentMarks => {
  const lexer = new PdfLexer(bytes)
  const marks = { ids: [] as number[], unmarked: [] as string[], fonts: new Set<string>(), painted: new Set<string>() }
  const open: ('artifact' | number | undefined)[] = []
  let operands: PdfObject[] = []
  const act = (operator: string): void => {
    const [first] = operands
    if (operator === 'BDC' || operator === 'BMC') {
      const mark = markOf(operands, properties)
      open.push(mark)
      if (typeof mark === 'number') marks.ids.push(mark)
    } else if (operator === 'EMC') open.pop()
    else if (operator === 'Tf' && isName(first)) marks.fonts.add(first.value)
    else if (operator === 'Do' && isName(first)) marks.painted.add(first.value)
    if (PAINTING.has(operator) && open.every((mark) => mark === undefined)) marks.unmarked.push(operator)
  }
  for (lexer.skipWhitespace(); lexer.peek() !== undefined; lexer.skipWhitespace()) {
    const word = readOperator(lexer)
    if (word === undefined) operands.push(parseOperand(lexer))
    else {
      act(word)
      operands = []
    }
  }
  return marks
}

const readOperator = (lexer: PdfLexer): string | undefined => {
  const start = lexer.position
  let word = ''
  for (let next = lexer.peek(); next !== undefined; next = lexer.peek()) {
    const letter = String.fromCharCode(next)
    if (!(WORD.test(letter) || (word === 'd' && /[01]/.test(letter)))) break
    word += letter
    lexer.position++
  }
  if (word !== '' && !['true', 'false', 'null'].includes(word)) return word
  lexer.position = start
  return undefined
}

const parseOperand = (lexer: PdfLexer): PdfObject => {
  const start = lexer.position
  try {
    return new ObjectParser(lexer, defaultLimits).parse()
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    lexer.position = start + 1
    return null
  }
}
