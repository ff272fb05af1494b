import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError, parseArguments } from './arguments.ts'

const table = [
  [[], { kind: 'usual' }],
  [['--all'], { kind: 'all' }],
  [['--changed'], { kind: 'changed', base: undefined }],
  [['--changed', 'main'], { kind: 'changed', base: 'main' }],
  [['chaos'], { kind: 'files', names: ['chaos'], title: undefined }],
  [['chaos', 'viewer', '-t', 'entry hanging'], { kind: 'files', names: ['chaos', 'viewer'], title: 'entry hanging' }],
  [['-g', 'entry hanging', 'chaos'], { kind: 'files', names: ['chaos'], title: 'entry hanging' }],
] as const

for (const [given, expected] of table)
  test(`npm test -- ${given.join(' ')} is accepted`, () => assert.deepEqual(parseArguments(given), expected))

for (const given of [['--wrong'], ['--all', 'x'], ['--changed', 'a', 'b'], ['-t', 'x'], ['chaos', '-t']])
  test(`npm test -- ${given.join(' ')} is refused`, () => assert.throws(() => parseArguments(given), ArgumentError))
