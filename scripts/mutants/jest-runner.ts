import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import nodeModule, { createRequire } from 'node:module'
import { join, relative } from 'node:path'
// Types only: Jest transforms what a runner requires, and its transforms are made for sandboxes.
import type { MutantJob, MutantResult, TestChoice } from './job.ts'
import type { MutantSwitch } from './switch.ts'

/** The part of Jest's types that is used here, because the workspace's root does not install Jest. */
interface TestContext {
  readonly config: {
    readonly rootDir: string
    readonly setupFilesAfterEnv: readonly string[]
    readonly testTimeout?: number
  }
}
interface Test {
  readonly path: string
  readonly context: TestContext
}
interface FileResult {
  readonly testExecError?: { readonly message: string }
  readonly failureMessage?: string | null
  readonly perfStats: { readonly runtime: number }
  readonly testResults: readonly {
    readonly fullName: string
    readonly status: string
    readonly duration?: number | null
    readonly failureMessages: readonly string[]
  }[]
}
interface InnerRunner {
  readonly on: (event: string, listener: (payload: readonly [Test, FileResult | Error]) => void) => void
  readonly runTests: (tests: readonly Test[], watcher: unknown, options: { readonly serial: boolean }) => Promise<void>
}
type RunnerClass = new (config: object, context: object) => InnerRunner

const mutantSwitch = nodeModule as unknown as MutantSwitch

interface Outcome {
  readonly failed: readonly string[]
  readonly passed: number
  readonly messages: string
  readonly result: FileResult | undefined
}

const escapeName = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Jest installs its runner only for itself. */
const innerRunner = (rootDir: string): RunnerClass => {
  const chain = ['jest', '@jest/core', 'jest-runner'].reduce(
    (from, name) => createRequire(from).resolve(name),
    join(rootDir, 'package.json'),
  )
  return createRequire(chain)(chain).default
}

/** Jest's `runner`: runs the tests of each mutant, one after the other, in this process. */
export default class MutantRunner {
  readonly isSerial = true
  readonly supportsEventEmitters = false
  readonly #config: object
  readonly #context: object
  readonly #job: MutantJob

  constructor(config: object, context: object) {
    this.#config = config
    this.#context = context
    this.#job = JSON.parse(readFileSync(process.env.TRAZO_MUTANT_JOB ?? '', 'utf8'))
  }

  async runTests(tests: readonly Test[]): Promise<void> {
    const byFile = new Map(tests.map((test) => [relative(this.#job.root, test.path), test]))
    if (this.#job.records) await this.#record(byFile)
    else for (const mutant of this.#job.mutants) await this.#try(mutant, byFile)
  }

  #report(result: MutantResult): void {
    appendFileSync(this.#job.resultsFile, `${JSON.stringify(result)}\n`)
  }

  async #run(test: Test, names: readonly string[] | null): Promise<Outcome> {
    const { config } = test.context
    const Runner = innerRunner(config.rootDir)
    const testNamePattern = names === null ? undefined : `^(?:${names.map(escapeName).join('|')})$`
    const runner = new Runner({ ...this.#config, testNamePattern, bail: 0 }, this.#context)
    let outcome: Outcome = { failed: [], passed: 0, messages: 'no result', result: undefined }
    runner.on('test-file-success', ([, result]) => {
      if (result instanceof Error) return
      const failures = result.testResults.filter(({ status }) => status === 'failed')
      outcome = {
        failed: failures.map(({ fullName }) => fullName),
        passed: result.testResults.filter(({ status }) => status === 'passed').length,
        messages: result.testExecError?.message ?? failures.flatMap((each) => each.failureMessages).join('\n'),
        result,
      }
    })
    runner.on('test-file-failure', ([, error]) => {
      outcome = { ...outcome, messages: error instanceof Error ? String(error.stack) : 'the file failed' }
    })
    const setup = [...config.setupFilesAfterEnv, join(import.meta.dirname, 'tell-runner.ts')]
    const testTimeout = this.#job.testTimeout ?? config.testTimeout
    const context = { ...test.context, config: { ...config, setupFilesAfterEnv: setup, testTimeout } }
    await runner.runTests([{ ...test, context }], { isInterrupted: () => false }, { serial: true })
    return outcome
  }

  async #record(byFile: ReadonlyMap<string, Test>): Promise<void> {
    const scopes: { readonly file: string; readonly name: string | null; readonly mutants: Set<number> }[] = []
    for (const [file, test] of byFile) {
      const enter = (name: string | null): void => {
        const mutants = new Set<number>()
        scopes.push({ file, name, mutants })
        mutantSwitch.setMutant(0, scopes.length, (id) => mutants.add(id))
      }
      enter('')
      mutantSwitch.onTestEvent = (event, name) => {
        if (event === 'test_start') enter(name)
        if (event === 'run_start' || event === 'test_done') enter(null)
      }
      const { result, messages } = await this.#run(test, null)
      this.#report({
        kind: 'timed',
        file,
        tests: (result?.testResults ?? []).flatMap(({ fullName: name, status, duration }) =>
          /^(passed|failed)$/.test(status) ? [{ name, ms: duration ?? 0, passed: status === 'passed' }] : [],
        ),
        error: result === undefined || result.testExecError ? messages : null,
        ms: result?.perfStats.runtime ?? 0,
      })
    }
    mutantSwitch.setMutant(0, 0)
    const hits = `${process.env.TRAZO_MUTANT_FILE}.hits`
    for (const line of existsSync(hits) ? readFileSync(hits, 'utf8').trim().split('\n') : []) {
      const [scope = 0, id = 0] = line.split(' ').map(Number)
      scopes[scope - 1]?.mutants.add(id)
    }
    for (const { file, name, mutants } of scopes)
      if (mutants.size > 0) this.#report({ kind: 'reached', file, name, mutants: [...mutants] })
  }

  async #try({ id, tests }: MutantJob['mutants'][number], byFile: ReadonlyMap<string, Test>): Promise<void> {
    this.#report({ kind: 'started', id })
    for (const choice of tests) {
      const test = byFile.get(choice.file)
      if (test === undefined) throw new Error(`Jest did not find ${choice.file}`)
      mutantSwitch.setMutant(id, 0)
      const outcome = await this.#run(test, choice.names)
      if (outcome.failed.length === 0 && outcome.passed > 0) continue
      mutantSwitch.setMutant(0, 0)
      const isReal = !this.#job.controls || (await this.#passesAgain(test, choice, outcome))
      const state = !isReal ? 'unstable' : /Exceeded timeout of/.test(outcome.messages) ? 'timeout' : 'killed'
      this.#report({ kind: 'ended', id, state, by: `${choice.file}: ${outcome.failed[0] ?? 'does not load'}` })
      if (!isReal) process.exit(1)
      return
    }
    mutantSwitch.setMutant(0, 0)
    this.#report({ kind: 'ended', id, state: 'survived', by: '' })
  }

  /** A test that also fails without the mutant says nothing: it is unstable, or the mutant left something behind. */
  async #passesAgain(test: Test, { names }: TestChoice, { failed }: Outcome): Promise<boolean> {
    const control = await this.#run(test, failed.length > 0 ? failed.slice(0, 1) : names)
    return control.failed.length === 0 && control.passed > 0
  }
}
