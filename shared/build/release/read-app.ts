import { parseSync } from '@swc/core'
import * as v from 'valibot'
import { REMOTE_CONTRACT } from '../../src/contract/site/remote.ts'

export interface AppDescription {
  readonly contract: number
  readonly routes: string[]
  readonly slots: string[]
}

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

const membersOf = (node: unknown): Map<string, unknown> =>
  new Map(v.parse(ObjectNode, node).properties.map(({ key, value }) => [key.value, value]))

const contractIn = (node: unknown): number => {
  const value = v.parse(v.variant('type', [name, number]), node)
  if (value.type === 'NumericLiteral') return value.value
  if (value.value !== 'REMOTE_CONTRACT') throw new AppUnreadableError(`contract is ${value.value}`)
  return REMOTE_CONTRACT
}

/**
 * Parses `src/app.tsx` without running it. All values must be literals.
 * @throws AppUnreadableError
 */
export const readApp = (source: string): AppDescription => {
  const { body } = parseSync(source, { syntax: 'typescript', tsx: true })
  try {
    const found = body.find(({ type }) => type === 'ExportDefaultExpression')
    const app = membersOf(v.parse(DefaultExport, found).expression.expression)
    return {
      contract: contractIn(app.get('contract')),
      routes: v
        .parse(ArrayNode, app.get('routes'))
        .elements.map(({ expression }) => v.parse(text, membersOf(expression).get('path')).value),
      slots: [...membersOf(app.get('slots')).keys()],
    }
  } catch (error) {
    throw new AppUnreadableError('src/app.tsx must write out contract, routes and slots', { cause: error })
  }
}
