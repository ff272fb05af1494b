import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lintProbes } from './lint-probes.ts'

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

/** Counted between the braces. */
const longFunction = (count: number): string =>
  `export const run = (log: (text: number) => void) => {\n${lines(count, (index) => `  log(${index})`)}\n}\n`

/** Each `if` costs one. */
const branches = (count: number): string =>
  `export const sign = (a: number) => {\n${lines(count, (index) => `  if (a === ${index}) return -a`)}\n  return a\n}\n`

const probes: readonly (readonly [what: string, file: string, source: string, allowed: boolean])[] = [
  ['a function of 40 lines', 'api/src/forty.ts', longFunction(40), true],
  ['a function of 41 lines', 'api/src/forty-one.ts', longFunction(41), false],
  ['a function of 41 lines in a test', 'api/src/forty-one.test.ts', longFunction(41), true],
  ['a function of 41 lines in the test runner', 'scripts/test/forty-one.ts', longFunction(41), false],
  ['complexity 15', 'shared/src/fifteen.ts', branches(15), true],
  ['complexity 16', 'shared/src/sixteen.ts', branches(16), false],
  [
    'an import cycle',
    'shell/src/a.ts',
    "import { b } from './b.ts'\n\nexport const a = () => b()\nexport const c = 1\n",
    false,
  ],
  ['the other side of it', 'shell/src/b.ts', "import { c } from './a.ts'\n\nexport const b = () => c\n", false],
]

const refused = lintProbes(new Map(probes.map(([, file, source]) => [file, source])), [
  'complexity/noExcessiveLinesPerFunction',
  'complexity/noExcessiveCognitiveComplexity',
  'suspicious/noImportCycles',
])

for (const [what, file, , allowed] of probes)
  test(`the linter ${allowed ? 'accepts' : 'refuses'} ${what}`, () => assert.equal(!refused.has(file), allowed))
