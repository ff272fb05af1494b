import { parseSync, visitorKeys } from 'oxc-parser'
import { ALLOWED_REPEATS } from './allowed-repeats.ts'
import { isTest, type SourceText } from './sources.ts'

/** Characters without spaces, for functions of the same text. */
const SHORTEST_TEXT = 90
/** Nodes of the syntax tree, for functions of the same shape: shorter ones resemble each other by chance. */
const FEWEST_NODES = 30

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: Node): Node[] => (visitorKeys[node.type] ?? []).flatMap((key) => node[key]).filter(isNode)

/** `x as Field` has the shape of `x`; other types have none. */
const CASTS = /^TS(?:As|Satisfies|NonNull)/

const FLAGS = ['operator', 'kind', 'async', 'generator', 'computed', 'optional', 'prefix', 'static'] as const

/** Elements and attributes of HTML are no names: `<li>` is not `<section>`. */
const isName = ({ type, name }: Node): boolean =>
  type === 'Identifier' || type === 'PrivateIdentifier' || (type === 'JSXIdentifier' && /^[A-Z]/.test(String(name)))

/** Writes a tree with a number for each name, in order of appearance, and without values. */
const shapeOf = (root: Node): { shape: string; nodes: number } => {
  const numbers = new Map<unknown, number>()
  const shape: string[] = []
  let nodes = 0
  const write = (node: Node): void => {
    if (CASTS.test(node.type)) {
      childrenOf(node).slice(0, 1).forEach(write)
      return
    }
    if (node.type.startsWith('TS') || (node.type === 'JSXText' && String(node.value).trim() === '')) return
    nodes += 1
    if (isName(node)) {
      numbers.set(node.name, numbers.get(node.name) ?? numbers.size)
      shape.push(`#${numbers.get(node.name)}`)
      return
    }
    const element = node.type === 'JSXIdentifier' ? [String(node.name)] : []
    const flags = FLAGS.filter((flag) => node[flag]).map((flag) => `${flag}=${node[flag]}`)
    shape.push(node.type, ...element, ...flags, '(')
    childrenOf(node).forEach(write)
    shape.push(')')
  }
  write(root)
  return { shape: shape.join(' '), nodes }
}

/** Without the name of a function. */
const bodyOf = (node: Node): Node => ({ ...node, type: 'ArrowFunctionExpression', id: null })

const IS_FUNCTION = /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression)$/

interface Found {
  /** `file name` */
  readonly place: string
  readonly start: number
  readonly end: number
  /** Without spaces and name; undefined for an argument, which is part of another function. */
  readonly text: string | undefined
  readonly shape: string
  readonly nodes: number
}

const nameOf = ({ type, id, key, name }: Node): unknown => {
  if (type === 'JSXAttribute') return isNode(name) ? name.name : undefined
  const named = [id, key].find(isNode)
  return named?.name
}

const functionsIn = ({ file, text }: SourceText): Found[] => {
  const found: Found[] = []
  const visit = (node: Node, outer: string, parent?: Node): void => {
    const own = nameOf(node)
    const name = typeof own === 'string' ? own : outer
    if (IS_FUNCTION.test(node.type)) {
      const { start, end } = node
      const named = [node, parent].some((each) => each && nameOf(each) === name)
      const written = text.slice(isNode(node.id) ? node.id.end : start, end).replaceAll(/\s+/g, '')
      found.push({ place: `${file} ${name}`, start, end, text: named ? written : undefined, ...shapeOf(bodyOf(node)) })
    }
    for (const child of childrenOf(node)) visit(child, name, node)
  }
  visit({ ...parseSync(file, text).program }, '')
  return found
}

const groupsBy = (found: readonly Found[], keyOf: (each: Found) => string | undefined): Found[][] => {
  const groups = Map.groupBy(found, keyOf)
  groups.delete(undefined)
  return [...groups.values()].filter(({ length }) => length > 1)
}

const isInside = (inner: Found, outer: Found): boolean =>
  inner !== outer &&
  inner.place.split(' ')[0] === outer.place.split(' ')[0] &&
  inner.start >= outer.start &&
  inner.end <= outer.end

/** Old migrations never change. */
const isWritten = (file: string): boolean =>
  /\.(?:tsx?|mjs)$/.test(file) && !isTest(file) && !file.includes('/migrations/')

const repeatsIn = (sources: readonly SourceText[]): string[] => {
  const functions = sources.filter(({ file }) => isWritten(file)).flatMap(functionsIn)
  const groups = [
    ...groupsBy(functions, ({ text }) => (text && text.length >= SHORTEST_TEXT ? text : undefined)),
    ...groupsBy(functions, ({ shape, nodes }) => (nodes >= FEWEST_NODES ? shape : undefined)),
  ]
  const whole = groups.filter(
    (group) => !groups.some((other) => group.every((inner) => other.some((outer) => isInside(inner, outer)))),
  )
  return [...new Set(whole.map((group) => group.map(({ place }) => place).join(' = ')))]
}

/**
 * Finds functions with the same text, and functions of the same shape, which differ in names and values only.
 * @param allowed places → reason
 */
export const findRepeats = (sources: readonly SourceText[], allowed = ALLOWED_REPEATS) => {
  const found = repeatsIn(sources)
  return {
    /** The places of each group, whatever its names. */
    repeats: found.filter((places) => !(places in allowed)),
    unusedAllowances: Object.keys(allowed).filter((places) => !found.includes(places)),
  }
}
