import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMutantsArguments, usualFolders } from './arguments.ts'
import { findMutants } from './find-mutants.ts'
import { nearestTests } from './nearest-tests.ts'
import { sampleMutants } from './sample.ts'

const mutants = [
  ...findMutants('long.ts', Array.from({ length: 40 }, (_, index) => `const a${index} = ${index + 2}`).join('\n')),
  ...findMutants('short.ts', 'const b = 2'),
  ...findMutants('middle.ts', 'const c = [1, 2, 3]'),
]
const names = (sample: ReturnType<typeof sampleMutants>) =>
  sample.map(({ file, start, text }) => `${file} ${start} ${text}`)

test('a sample takes the same number of each file, as far as it has as many', () => {
  const counts = Map.groupBy(sampleMutants(mutants, 12, 1), ({ file }) => file)
  assert.deepEqual(
    ['long.ts', 'short.ts', 'middle.ts'].map((file) => counts.get(file)?.length),
    [5, 2, 5],
  )
})

test('the same seed gives the same sample, another seed another one', () => {
  assert.deepEqual(sampleMutants(mutants, 12, 7), sampleMutants(mutants, 12, 7))
  assert.notDeepEqual(names(sampleMutants(mutants, 12, 7)), names(sampleMutants(mutants, 12, 8)))
})

test('a sample that is larger than the mutants takes each once', () => {
  const all = sampleMutants(mutants, 1000, 1)
  assert.deepEqual(names(all).toSorted(), names(mutants.map((mutant) => ({ ...mutant }))).toSorted())
  assert.deepEqual(
    all.map(({ id }) => id),
    all.map((_, index) => index + 1),
  )
})

test('the nearest tests: of the folder, then importers, then folders that import it often', () => {
  const graph = new Map([
    ['api/src/domain/access/turns.ts', []],
    ['api/src/domain/access/turns.test.ts', ['api/src/domain/access/turns.ts']],
    ['api/src/domain/a/one.ts', ['api/src/domain/access/turns.ts']],
    ['api/src/domain/b/one.ts', ['api/src/domain/access/turns.ts']],
    ['api/src/domain/b/two.ts', ['api/src/domain/access/turns.ts']],
    ['api/src/domain/c/direct.test.ts', ['api/src/domain/access/turns.ts']],
    ['api/src/domain/d/far.test.ts', []],
  ])
  const tests = ['d/far', 'b/routes', 'a/routes', 'c/direct', 'access/turns'].map(
    (name) => `api/src/domain/${name}.test.ts`,
  )
  assert.deepEqual(nearestTests('api/src/domain/access', { graph, tests: [...tests, 'pdf/src/x.test.ts'] }), [
    'api/src/domain/access/turns.test.ts',
    'api/src/domain/c/direct.test.ts',
    'api/src/domain/b/routes.test.ts',
  ])
})

test('arguments: folders, sample and seed; others are refused with the usage', () => {
  assert.deepEqual(parseMutantsArguments([]), {
    folders: usualFolders,
    sample: 40,
    seed: 1,
    only: undefined,
    numbers: undefined,
    tests: undefined,
  })
  assert.deepEqual(
    parseMutantsArguments([
      'pdf/src/verify/',
      '--sample',
      '0',
      '--seed',
      '3',
      '--only',
      'words',
      '--numbers',
      '4,17',
      '--tests',
      'a,b',
    ]),
    {
      folders: ['pdf/src/verify'],
      sample: undefined,
      seed: 3,
      only: 'words',
      numbers: [4, 17],
      tests: ['a', 'b'],
    },
  )
  for (const wrong of [['--sample'], ['--sample', 'x'], ['--other']])
    assert.throws(() => parseMutantsArguments(wrong), /pnpm mutants \[CARPETA…\]/)
})
