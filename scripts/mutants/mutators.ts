/** Members of an ESTree node that the mutators read. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** A replacement for the text of one node. */
export interface MutantChange {
  readonly kind: string
  readonly node: SyntaxNode
  readonly text: string
  /** How the change reads in a report, if not as the node's text → `text`. */
  readonly told?: string
  /** Where the change is, if not at the node's start. */
  readonly at?: SyntaxNode
}

interface Surroundings {
  readonly parent: SyntaxNode | undefined
  /** In the middle of `a?.b.c()`, which ends as a whole. */
  readonly inChain: boolean
  readonly textOf: (node: SyntaxNode) => string
}

type Mutator = (node: SyntaxNode, around: Surroundings) => readonly MutantChange[]

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

export const childOf = (node: SyntaxNode | undefined, key: string): SyntaxNode | undefined => {
  const child = node?.[key]
  return isNode(child) ? child : undefined
}

const childrenOf = (node: SyntaxNode, key: string): readonly SyntaxNode[] => {
  const children = node[key]
  return Array.isArray(children) ? children.filter(isNode) : []
}

const comparisons: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}
const arithmetic: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }
const logical: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' }

/** Operators of Kysely, written as strings. */
const queryOperators: Readonly<Record<string, string>> = {
  '=': '!=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  'not in': 'in',
}

/** Calls that narrow or order a value, and return the same kind of value. */
const narrowing = /^(where|whereRef|filter|slice|toSorted|sort|orderBy|limit|trim|toLowerCase|toUpperCase|reverse)$/
const swappedMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
}

const isText = (node: SyntaxNode | undefined): boolean =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string')

const isBoolean = (node: SyntaxNode | undefined): boolean =>
  node !== undefined &&
  ((node.type === 'BinaryExpression' && String(node.operator) in comparisons) ||
    (node.type === 'LogicalExpression' && node.operator !== '??' && isBoolean(childOf(node, 'right'))) ||
    (node.type === 'UnaryExpression' && node.operator === '!'))

const conditions: Mutator = (node) => {
  const test = /^(If|While|DoWhile|For)Statement$|^ConditionalExpression$/.test(node.type) && childOf(node, 'test')
  if (!test) return []
  // A loop without an end says nothing about its tests.
  const values = /^(If|Cond)/.test(node.type) ? ['true', 'false'] : ['false']
  return values.map((text) => ({ kind: 'condition', node: test, text }))
}

const operators: Mutator = (node, { textOf }) => {
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')]
  if (left === undefined || right === undefined) return []
  const operator = String(node.operator)
  const replaced = (kind: string, other: string): MutantChange => ({
    kind,
    node,
    text: `(${textOf(left)}) ${other} (${textOf(right)})`,
    told: `${textOf(left)} ${operator} ${textOf(right)} → ${other}`,
  })
  if (node.type === 'LogicalExpression') return [replaced('logic', logical[operator] ?? '&&')]
  if (node.type !== 'BinaryExpression') return []
  const compared = (comparisons[operator] ?? []).map((other) => replaced('comparison', other))
  const other = isText(left) || isText(right) ? undefined : arithmetic[operator]
  return other === undefined ? compared : [replaced('arithmetic', other)]
}

const negations: Mutator = (node, { textOf }) => {
  const argument = childOf(node, 'argument')
  if (node.type !== 'UnaryExpression' || node.operator !== '!' || argument === undefined) return []
  return [{ kind: 'negation', node, text: textOf(argument) }]
}

const constants: Mutator = (node) => {
  const result =
    node.type === 'ReturnStatement'
      ? childOf(node, 'argument')
      : node.type === 'ArrowFunctionExpression'
        ? childOf(node, 'body')
        : undefined
  if (result === undefined || !isBoolean(result)) return []
  return ['true', 'false'].map((text) => ({ kind: 'result', node: result, text }))
}

const calls: Mutator = (node, { textOf }) => {
  const expression = node.type === 'ExpressionStatement' ? childOf(node, 'expression') : undefined
  const call = expression?.type === 'AwaitExpression' ? childOf(expression, 'argument') : expression
  if (expression === undefined || call?.type !== 'CallExpression') return []
  return [{ kind: 'call', node: expression, text: 'undefined', told: `${textOf(expression)} removed` }]
}

const awaits: Mutator = (node, { textOf }) => {
  const argument = node.type === 'AwaitExpression' ? childOf(node, 'argument') : undefined
  if (argument === undefined) return []
  return [{ kind: 'await', node, text: textOf(argument), told: `${textOf(node)} without await` }]
}

const throws: Mutator = (node, { textOf }) =>
  node.type === 'ThrowStatement' ? [{ kind: 'throw', node, text: ';', told: `${textOf(node)} removed` }] : []

/** One millisecond or one byte more is no limit that a test could state. */
const LARGE = 1000

const literals: Mutator = (node, { parent, textOf }) => {
  if (node.type !== 'Literal' || childOf(parent, 'key') === node) return []
  if (typeof node.value === 'number')
    return (node.value < LARGE ? ['+ 1', '- 1'] : ['* 2', '/ 2']).map((change) => ({
      kind: 'number',
      node,
      text: `(${textOf(node)} ${change})`,
    }))
  return typeof node.value === 'boolean' ? [{ kind: 'boolean', node, text: String(!node.value) }] : []
}

const methods: Mutator = (node, { textOf, inChain }) => {
  const callee = node.type === 'CallExpression' ? childOf(node, 'callee') : undefined
  const [object, property] = [childOf(callee, 'object'), childOf(callee, 'property')]
  if (callee?.type !== 'MemberExpression' || callee.computed === true || !object || !property) return []
  if (node.optional === true || callee.optional === true || inChain) return []
  const name = textOf(property)
  const given = childrenOf(node, 'arguments')
  const [, operator] = given
  const found: MutantChange[] = []
  if (narrowing.test(name)) {
    const told = `.${name}(${given.map(textOf).join(', ')}) removed`
    found.push({ kind: 'narrowing', node, text: textOf(object), told, at: property })
  }
  const swapped = Object.hasOwn(swappedMethods, name) ? swappedMethods[name] : undefined
  if (swapped !== undefined) found.push({ kind: 'method', node: property, text: swapped })
  if (/^(where|whereRef|on|onRef)$/.test(name) && operator && isText(operator)) {
    const other = queryOperators[String(operator.value)]
    if (other !== undefined) found.push({ kind: 'query', node: operator, text: `'${other}'` })
  }
  return found
}

const isArgument = (node: SyntaxNode, parent: SyntaxNode | undefined): boolean =>
  parent !== undefined && /^(Call|New)Expression$/.test(parent.type) && childrenOf(parent, 'arguments').includes(node)

const members: Mutator = (node, { parent, textOf }) => {
  const elements =
    node.type === 'ArrayExpression'
      ? childrenOf(node, 'elements')
      : node.type === 'ObjectExpression' && isArgument(node, parent)
        ? childrenOf(node, 'properties')
        : []
  const [open, close] = node.type === 'ArrayExpression' ? ['[', ']'] : ['{', '}']
  return elements.map((removed) => ({
    kind: 'member',
    node,
    text: `${open} ${elements
      .filter((each) => each !== removed)
      .map(textOf)
      .join(', ')} ${close}`,
    told: `${textOf(removed)} removed`,
    at: removed,
  }))
}

export const sourceMutators: readonly Mutator[] = [
  conditions,
  operators,
  negations,
  constants,
  calls,
  awaits,
  throws,
  literals,
  methods,
  members,
]
