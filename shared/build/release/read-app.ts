import { parseSync } from '@swc/core'
import * as v from 'valibot'
import { REMOTE_CONTRACT } from '../../src/contract/site/remote.ts'

/** `app.tsx` is not a plain literal. */
export class AppUnreadableError extends Error {
  override readonly name = 'AppUnreadableError'
}

const text = v.object({ type: v.literal('StringLiteral'), value: v.string() })
const name = v.object({ type: v.literal('Identifier'), value: v.string() })
const number = v.object({ type: v.literal('NumericLiteral'), value: v.number() })
const ObjectNode = v.object({
  type: v.literal('ObjectExpression'),
  properties: v.array(
    v.object({ type: v.literal('KeyValueProperty'), key: v.variant('type', [text, name]), value: v.unknown() }),
  ),
})
const ArrayNode = v.object({
  type: v.literal('ArrayExpression'),
  elements: v.array(v.object({ spread: v.null(), expression: v.unknown() })),
})
const SatisfiesNode = v.object({ type: v.literal('TsSatisfiesExpression'), expression: v.unknown() })
const DefaultExport = v.object({ type: v.literal('ExportDefaultExpression'), expression: SatisfiesNode })

const ImportNode = v.object({
  type: v.literal('CallExpression'),
  callee: v.object({ type: v.literal('Import') }),
  arguments: v.tuple([v.object({ expression: text })]),
})
const VariableNode = v.object({ type: v.literal('VariableDeclarator'), id: name, init: v.unknown() })

const membersOf = (node: unknown): Map<string, unknown> =>
  new Map(v.parse(ObjectNode, node).properties.map(({ key, value }) => [key.value, value]))

const contractIn = (node: unknown): number => {
  const value = v.parse(v.variant('type', [name, number]), node)
  if (value.type === 'NumericLiteral') return value.value
  if (value.value !== 'REMOTE_CONTRACT') throw new AppUnreadableError(`contract is ${value.value}`)
  return REMOTE_CONTRACT
}

const parse = (source: string) => parseSync(source, { syntax: 'typescript', tsx: true }).body

const appIn = (body: ReturnType<typeof parse>): Map<string, unknown> => {
  const found = body.find(({ type }) => type === 'ExportDefaultExpression')
  return membersOf(v.parse(DefaultExport, found).expression.expression)
}

const routesIn = (app: Map<string, unknown>): Map<string, unknown>[] =>
  v.parse(ArrayNode, app.get('routes')).elements.map(({ expression }) => membersOf(expression))

const routePath = (route: Map<string, unknown>): string => v.parse(text, route.get('path')).value

/**
 * Parses `src/app.tsx` without running it. All values must be literals.
 * @throws AppUnreadableError
 */
export const readApp = (source: string) => {
  try {
    const app = appIn(parse(source))
    return {
      contract: contractIn(app.get('contract')),
      routes: routesIn(app).map(routePath),
      slots: [...membersOf(app.get('slots')).keys()],
    }
  } catch (error) {
    throw new AppUnreadableError('src/app.tsx must write out contract, routes and slots', { cause: error })
  }
}

const nodesIn = (node: unknown): unknown[] =>
  typeof node === 'object' && node !== null ? [node, ...Object.values(node).flatMap(nodesIn)] : []

const importsIn = (node: unknown): string[] =>
  nodesIn(node).flatMap((part) => (v.is(ImportNode, part) ? [part.arguments[0].expression.value] : []))

/** Route → requests of `import()` in the constant that is its Component. */
export const readPageImports = (source: string): Map<string, string[]> => {
  const body = parse(source)
  const constants = nodesIn(body).filter((node) => v.is(VariableNode, node))
  return new Map(
    routesIn(appIn(body)).map((route) => {
      const component = v.safeParse(name, route.get('Component'))
      const constant = constants.find(({ id }) => component.success && id.value === component.output.value)
      return [routePath(route), importsIn(constant?.init)]
    }),
  )
}
