import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lintProbes } from '../lint-probes.ts'

const inCatch = (clause: string): string =>
  `export const run = async (work: () => Promise<void>) => {\n  try {\n    await work()\n  } ${clause}\n}\n`

const cases: readonly (readonly [what: string, source: string, allowed: boolean])[] = [
  [
    'a notification without a look at the error',
    inCatch("catch {\n    notify({ message: 'Sin conexión' })\n  }"),
    false,
  ],
  ['a state without a look at the error', inCatch('catch {\n    setProblem(texts.unreachable)\n  }'), false],
  ['the same for a promise', 'export const run = () => work().catch(() => setProblem(texts.offline))\n', false],
  ['an error that is named only', 'export const run = () => work().catch((error) => setProblem(text))\n', false],
  ['a second callback', 'export const run = () => work().then(show, () => dispatch({ type: "failed" }))\n', false],
  [
    'one text for every class but one',
    'export const tell = (error: unknown) => error instanceof AgentError ? error.message : texts.unreachable\n',
    false,
  ],
  [
    'the same as a statement',
    'export const tell = (error: unknown) => {\n  if (!(error instanceof AgentError)) return { message: texts.unreachable }\n  return error\n}\n',
    false,
  ],
  ['messageOf', inCatch('catch (error) {\n    notify({ message: messageOf(error) })\n  }'), true],
  ['failureText', 'export const run = () => work().catch((error) => setProblem(failureText(error, text)))\n', true],
  ['a value in place of the result', inCatch('catch {\n    return undefined\n  }'), true],
  [
    'a class with its own text',
    'export const tell = (error: unknown) => error instanceof AgentError ? error.message : messageOf(error)\n',
    true,
  ],
]

const folders = ['mf-auth/src', 'mf-documents/src', 'mf-signing/src', 'shell/src', 'shared/src/state']
const fileOf = (folder: string, index: number): string => `${folder}/probe-${index}.ts`
const probes = folders.flatMap((folder) => cases.map(([, source], index) => [fileOf(folder, index), source] as const))
const refused = lintProbes(new Map([...probes, ['api/src/probe.ts', cases[0]?.[1] ?? '']]), ['plugin'])

for (const [index, [what, , allowed]] of cases.entries())
  test(`the lint rule ${allowed ? 'accepts' : 'refuses'}: ${what}`, () => {
    assert.deepEqual(
      folders.filter((folder) => refused.has(fileOf(folder, index))),
      allowed ? [] : folders,
    )
  })

test('the lint rule is about browser code', () => assert.ok(!refused.has('api/src/probe.ts')))
