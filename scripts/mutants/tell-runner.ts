/* Runs in Jest's sandbox before each test file, and tells the runner which test is running. */
import type { MutantSwitch } from './switch.ts'

interface Titled {
  readonly name: string
  readonly parent?: Titled
}
type Handler = (event: { readonly name: string; readonly test?: Titled }) => void

const titleOf = ({ name, parent }: Titled): string =>
  parent !== undefined && parent.name !== 'ROOT_DESCRIBE_BLOCK' ? `${titleOf(parent)} ${name}` : name

const runner = process.getBuiltinModule('node:module') as unknown as MutantSwitch
const handlers: unknown = Reflect.get(globalThis, Symbol.for('EVENT_HANDLERS'))
if (Array.isArray(handlers)) {
  const tell: Handler = ({ name, test }) => runner.onTestEvent?.(name, test === undefined ? '' : titleOf(test))
  handlers.push(tell)
}
