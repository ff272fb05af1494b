import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceMutant } from './find-mutants.ts'
import { instrumentSource } from './instrument.ts'
import type { MutantResult, TestChoice } from './job.ts'
import { type JestPlace, lastWords, runJest } from './run-jest.ts'

export type MutantState = 'killed' | 'timeout' | 'survived' | 'unreached' | 'unstable'

export interface MutantVerdict {
  readonly mutant: SourceMutant
  readonly state: MutantState
  /** The test that failed. */
  readonly by: string
}

/** A mutant may take this many times as long as its tests without a mutant; the machine may be busy. */
const LIMIT_FACTOR = 10
const LIMIT_BASE_MS = 30_000
const TEST_LIMIT_BASE_MS = 15_000

/** Contexts of Jest that stay in memory. */
const MUTANTS_PER_PROCESS = 40

interface Coverage {
  readonly choices: ReadonlyMap<number, readonly TestChoice[]>
  /** Loaded with their module, so each needs its own process. */
  readonly atLoad: ReadonlySet<number>
  readonly msOf: (choice: TestChoice) => number
  readonly longestTest: number
}

type Timed = Extract<MutantResult, { kind: 'timed' }>
type Reached = Extract<MutantResult, { kind: 'reached' }>

const msReader = (timed: readonly Timed[]): ((choice: TestChoice) => number) => {
  const files = new Map(timed.map((each) => [each.file, each]))
  return ({ file, names }) => {
    const result = files.get(file)
    if (result === undefined) return 0
    const outside = result.ms - result.tests.reduce((sum, { ms }) => sum + ms, 0)
    const inside = result.tests.filter(({ name }) => names === null || names.includes(name))
    return Math.max(outside, 0) + inside.reduce((sum, { ms }) => sum + ms, 0)
  }
}

/** Tests that fail without a mutant are left out. */
const coverageOf = (
  mutants: readonly SourceMutant[],
  timed: readonly Timed[],
  reached: readonly Reached[],
  importersOf: MutantTests['importersOf'],
): Coverage => {
  const broken = new Set(
    timed.flatMap(({ file, tests, error }) =>
      error === null ? tests.flatMap(({ name, passed }) => (passed ? [] : [`${file}: ${name}`])) : [file],
    ),
  )
  for (const test of broken) console.error(`falla sin mutante: ${test}`)
  const passing = reached.filter(({ file, name }) => !broken.has(file) && !broken.has(`${file}: ${name}`))
  const names = new Map(timed.map(({ file, tests }) => [file, tests.map(({ name }) => name)]))
  const atLoad = new Set(passing.flatMap(({ name, mutants: ids }) => (name === '' ? ids : [])))
  for (const { id, isStatic } of mutants) if (isStatic) atLoad.add(id)
  const msOf = msReader(timed)
  const fileOf = new Map(mutants.map(({ id, file }) => [id, file]))
  const choicesOf = ({ id, file }: SourceMutant): TestChoice[] => {
    // Only the first test file of a process loads a module: the others import it, or run whatever else of it.
    const reaches = (other: number) => other === id || (atLoad.has(id) && fileOf.get(other) === file)
    const loading = atLoad.has(id) ? importersOf(file).map((test) => ({ file: test, name: null })) : []
    const found = Map.groupBy<string, Pick<Reached, 'file' | 'name'>>(
      [...passing.filter(({ mutants: ids }) => ids.some(reaches)), ...loading],
      (each) => each.file,
    )
    return [...found]
      .map(([test, scopes]) => {
        const wholeFile = scopes.some(({ name }) => name === null || name === '')
        const chosen = wholeFile ? (names.get(test) ?? []) : scopes.flatMap(({ name }) => name ?? [])
        return { file: test, names: chosen.filter((name) => !broken.has(`${test}: ${name}`)) }
      })
      .filter((choice) => choice.names.length > 0)
      .sort((a, b) => msOf(a) - msOf(b))
  }
  return {
    choices: new Map(mutants.map((mutant) => [mutant.id, choicesOf(mutant)])),
    atLoad,
    msOf,
    longestTest: Math.max(0, ...timed.flatMap(({ tests }) => tests.map(({ ms }) => ms))),
  }
}

export interface MutantTests {
  readonly files: readonly string[]
  /** Those of `files` that import a source themselves. */
  readonly importersOf: (source: string) => readonly string[]
}

const record = async (
  place: JestPlace,
  mutants: readonly SourceMutant[],
  { files: testFiles, importersOf }: MutantTests,
): Promise<Coverage> => {
  const { results } = await runJest(place, { records: true, controls: false, testFiles: [...testFiles], mutants: [] })
  const timed = results.filter((each) => each.kind === 'timed')
  if (timed.length === 0) throw new Error(lastWords(place))
  return coverageOf(
    mutants,
    timed,
    results.filter((each) => each.kind === 'reached'),
    importersOf,
  )
}

interface Attempt {
  readonly state: MutantState | undefined
  readonly by: string
  readonly id: number
}

const attempt = async (place: JestPlace, ids: readonly number[], coverage: Coverage): Promise<Attempt[]> => {
  const testsOf = (id: number) => [...(coverage.choices.get(id) ?? [])]
  const usual = (id: number) => testsOf(id).reduce((sum, choice) => sum + coverage.msOf(choice), 0)
  const job = {
    records: false,
    controls: !ids.some((id) => coverage.atLoad.has(id)),
    testFiles: [...new Set(ids.flatMap((id) => testsOf(id).map(({ file }) => file)))],
    mutants: ids.map((id) => ({ id, tests: testsOf(id) })),
    testTimeout: Math.round(LIMIT_FACTOR * coverage.longestTest + TEST_LIMIT_BASE_MS),
  }
  const { results, late } = await runJest(place, job, (id) => LIMIT_FACTOR * usual(id) + LIMIT_BASE_MS)
  const ended = results.filter((each) => each.kind === 'ended').map(({ id, state, by }) => ({ id, state, by }))
  const last = results.findLast((each) => each.kind === 'started')
  if (last === undefined) throw new Error(lastWords(place))
  if (late !== undefined) return [...ended, { id: late, state: 'timeout', by: 'the time limit' }]
  return ended.some(({ id }) => id === last.id) ? ended : [...ended, { id: last.id, state: undefined, by: '' }]
}

/**
 * What happens twice is the mutant's: a process that ends, a time limit that
 * other work on the machine may have caused, a failure without a control.
 */
const settle = ({ state }: Attempt, tries: number, hasControl: boolean): MutantState | undefined => {
  const isSure = state === 'survived' || (state === 'killed' && hasControl)
  return isSure || tries > 1 ? (state ?? 'killed') : undefined
}

const batchOf = (waiting: readonly number[], { atLoad }: Coverage, tries: ReadonlyMap<number, number>): number[] => {
  const alone = (id: number) => atLoad.has(id) || tries.has(id)
  const together = waiting.filter((id) => !alone(id)).slice(0, MUTANTS_PER_PROCESS)
  return together.length > 0 ? together : waiting.slice(0, 1)
}

/** Puts the mutants into the copy, and tries each of them. */
export const runMutants = async (
  place: JestPlace,
  mutants: readonly SourceMutant[],
  tests: MutantTests,
  onVerdict: (verdict: MutantVerdict) => void,
): Promise<MutantVerdict[]> => {
  for (const [file, ofFile] of Map.groupBy(mutants, (mutant) => mutant.file)) {
    const path = join(place.root, file)
    writeFileSync(path, instrumentSource(readFileSync(path, 'utf8'), ofFile))
  }
  const coverage = await record(place, mutants, tests)
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]))
  const verdicts = new Map<number, MutantVerdict>()
  const decide = (id: number, state: MutantState, by: string): void => {
    const mutant = byId.get(id)
    if (mutant === undefined) return
    verdicts.set(id, { mutant, state, by })
    onVerdict({ mutant, state, by })
  }
  for (const { id } of mutants) if (coverage.choices.get(id)?.length === 0) decide(id, 'unreached', '')
  const tries = new Map<number, number>()
  for (;;) {
    const waiting = mutants.map(({ id }) => id).filter((id) => !verdicts.has(id))
    if (waiting.length === 0) return mutants.flatMap(({ id }) => verdicts.get(id) ?? [])
    for (const tried of await attempt(place, batchOf(waiting, coverage, tries), coverage)) {
      const count = (tries.get(tried.id) ?? 0) + 1
      tries.set(tried.id, count)
      const state = settle(tried, count, !coverage.atLoad.has(tried.id))
      if (state !== undefined) decide(tried.id, state, tried.by)
    }
  }
}
