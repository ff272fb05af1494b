import { parseSync } from 'oxc-parser'
import { childOf, isNode, type MutantChange, type SyntaxNode, sourceMutators } from './mutators.ts'

export interface SourceMutant {
  readonly id: number
  /** Relative to the workspace. */
  readonly file: string
  readonly line: number
  readonly kind: string
  /** Offsets in the source; `text` replaces what lies between. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** The change as a report shows it. */
  readonly told: string
  /** A statement cannot be part of an expression. */
  readonly isStatement: boolean
  /** Without semicolons, a line that starts with a bracket continues the one before. */
  readonly opensLine: boolean
  /** Evaluated when the module loads. */
  readonly isStatic: boolean
}

/** Type syntax around an expression. */
const wrappers = /^TS(As|NonNull|Satisfies|Instantiation)/

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 110 ? `${line.slice(0, 60)} … ${line.slice(-45)}` : line
}

const visits = (node: SyntaxNode): boolean =>
  (!node.type.startsWith('TS') || wrappers.test(node.type)) && !/^(Import|ExportAll)|Pattern$/.test(node.type)

interface Where {
  readonly isStatic: boolean
  readonly inChain: boolean
}

const opensLine = (node: SyntaxNode, parent: SyntaxNode | undefined): boolean =>
  node.type === 'ExpressionStatement' && /^(BlockStatement|Program|SwitchCase)$/.test(parent?.type ?? '')

const continuesChain = (node: SyntaxNode, parent: SyntaxNode | undefined, parentDoes: boolean): boolean =>
  parent?.type === 'ChainExpression' ||
  (parentDoes && ['object', 'callee', 'expression'].some((key) => childOf(parent, key) === node))

/** @throws Error if the source has a syntax error */
export const findMutants = (file: string, source: string): SourceMutant[] => {
  const { program, errors } = parseSync(file, source)
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  const found: SourceMutant[] = []
  const lineStarts = new Set<number>()
  const lineOf = (offset: number): number => source.slice(0, offset).split('\n').length
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }) => source.slice(start, end)
  const add = ({ kind, node, text, told, at = node }: MutantChange, isStatic: boolean): void => {
    found.push({
      id: 0,
      file,
      line: lineOf(at.start),
      kind,
      start: node.start,
      end: node.end,
      text,
      told: short(told ?? `${textOf(node)} → ${text}`),
      isStatement: node.type === 'ThrowStatement',
      opensLine: lineStarts.has(node.start),
      isStatic,
    })
  }
  const visit = (node: SyntaxNode, parent: SyntaxNode | undefined, outer: Where): void => {
    if (!visits(node)) return
    if (opensLine(node, parent)) lineStarts.add(node.start)
    const inChain = continuesChain(node, parent, outer.inChain)
    const inside = { isStatic: outer.isStatic && !/Function/.test(node.type), inChain }
    for (const change of sourceMutators.flatMap((mutate) => mutate(node, { parent, textOf, inChain })))
      add(change, inside.isStatic)
    for (const child of Object.values(node).flat().filter(isNode)) visit(child, node, inside)
  }
  if (isNode(program)) visit(program, undefined, { isStatic: true, inChain: false })
  const seen = new Set<string>()
  return found.filter(({ start, end, text }) => {
    const key = `${start} ${end} ${text}`
    const isNew = !seen.has(key) && source.slice(start, end) !== text
    seen.add(key)
    return isNew
  })
}
