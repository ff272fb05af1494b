import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inWorkspace } from '../workspace.ts'
import { findMutants } from './find-mutants.ts'
import { reportFolder } from './report.ts'
import { runMutants } from './run-mutants.ts'
import { sampleMutants } from './sample.ts'

const root = mkdtempSync(join(tmpdir(), 'trazo-mutants-probe-'))
after(() => rmSync(root, { recursive: true, force: true }))

const GOOD = `import { isFull, wait } from './limit.ts'
test('three are full, two are not', () => expect([2, 3].map(isFull)).toEqual([false, true]))
test('waits until it is done', () => {
  let left = 2
  expect(wait(() => left-- === 0)).toBe(2)
})
`
/** Runs the line, and notices nothing. */
const BAD = `import { isFull, wait } from './limit.ts'
test('answers', () => expect(typeof isFull(5)).toBe('boolean'))
test('waits', () => expect(typeof wait(() => true)).toBe('number'))
`

/** Each mutant is a run of Jest. */
const skip = process.env.TRAZO_TEST_ALL === '1' ? false : 'a minute of processor time: npm run test:all'

const judge = async (name: string, testText: string) => {
  const folder = join(root, name)
  mkdirSync(join(folder, 'pdf', 'src'), { recursive: true })
  cpSync(inWorkspace('scripts', 'mutants'), join(folder, 'scripts', 'mutants'), { recursive: true })
  for (const file of ['package.json', 'jest.config.mjs']) cpSync(inWorkspace('pdf', file), join(folder, 'pdf', file))
  symlinkSync(inWorkspace('pdf', 'node_modules'), join(folder, 'pdf', 'node_modules'))
  cpSync(join(import.meta.dirname, 'fixture', 'limit.ts'), join(folder, 'pdf', 'src', 'limit.ts'))
  writeFileSync(join(folder, 'pdf', 'src', 'limit.test.ts'), testText)
  const source = readFileSync(join(folder, 'pdf', 'src', 'limit.ts'), 'utf8')
  const mutants = sampleMutants(findMutants('pdf/src/limit.ts', source), 100, 1)
  const place = { root: folder, packageName: 'pdf', scratch: folder }
  const verdicts = await runMutants(
    place,
    mutants,
    { files: ['pdf/src/limit.test.ts'], importersOf: () => [] },
    () => undefined,
  )
  return { verdicts, told: verdicts.map(({ mutant, state }) => `${state} ${mutant.line}: ${mutant.told}`) }
}

test('a good test kills the mutants of its lines, and an untested line is told', { skip }, async () => {
  const { verdicts, told } = await judge('good', GOOD)
  for (const line of [
    'killed 3: count >= MOST → true',
    'killed 3: count >= MOST → false',
    'killed 3: count >= MOST → >',
    'killed 3: count >= MOST → <',
    'killed 1: 3 → (3 + 1)',
    'killed 1: 3 → (3 - 1)',
    'unreached 11: MOST > 100 → true',
  ])
    assert.ok(told.includes(line), `${line} is missing in\n${told.join('\n')}`)
  assert.match(reportFolder('pdf/src', verdicts), /^pdf\/src: \d+ mutants, \d+ killed \(\d+ %\)/)
})

test('a test without an assertion on the result kills none of them', { skip }, async () => {
  const { told } = await judge('bad', BAD)
  for (const line of ['survived 3: count >= MOST → true', 'survived 3: count >= MOST → >', 'survived 1: 3 → (3 + 1)'])
    assert.ok(told.includes(line), `${line} is missing in\n${told.join('\n')}`)
})
