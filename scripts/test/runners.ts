import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, relative } from 'node:path'
import { inWorkspace } from '../workspace.ts'
import { readJest } from './read-jest.ts'
import { readNode } from './read-node.ts'
import { readPlaywright } from './read-playwright.ts'
import { add, failedStage, nothing, type Report } from './report.ts'
import { runNode } from './run-command.ts'
import { withScratch } from './scratch.ts'
import { filesOf, type TestFile, unitPackages } from './test-files.ts'

/** Milliseconds between progress lines. */
const PROGRESS_MS = 20_000

/**
 * Without these flags Node 24 sometimes
 * loses a Jest process (nodejs/node#62393).
 */
const STEADY = ['--no-sparkplug', '--no-memory-protection-keys']

/**
 * A file in jsdom ends before optimised code pays back its compilation: 13.9 s of processor time become 12.0 s (22
 * files of `mf-signing`). The files of `pdf` take as long as before.
 */
const SHORT_LIVED = ['--no-opt']

const JEST = inWorkspace('api/node_modules/jest/bin/jest.js')

/**
 * The API's start takes two thirds of the processor time with it, the site's three quarters. Not for scripts: their
 * copies of the workspace would fill it.
 */
const keptScripts = { NODE_COMPILE_CACHE: inWorkspace('.build', 'compile-cache') }

/** Undefined: all files. */
export interface Selection {
  readonly files?: readonly TestFile[] | undefined
  readonly title?: string | undefined
  readonly shown: boolean
}

const reportFile = (name: string): string => inWorkspace('.build', 'test', name)

const createProgress = (name: string) => {
  let [files, last] = [0, Date.now()]
  return (line: string): void => {
    if (!/^(PASS|FAIL) /.test(line)) return
    files += 1
    if (Date.now() - last < PROGRESS_MS) return
    last = Date.now()
    console.log(`  ${name}: ${files} archivos`)
  }
}

interface Run {
  readonly name: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly shown: boolean
  readonly report: string
  read(text: string): Report
}

const run = async ({ name, args, cwd, env = {}, shown, report, read }: Run): Promise<Report> => {
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const logFile = reportFile(`${name}.log`)
  const output = shown
    ? ({ output: 'shown' } as const)
    : ({ output: 'logged', logFile, onLine: createProgress(name) } as const)
  const code = await runNode(args, { cwd, env, ...output })
  const found = existsSync(report) ? read(readFileSync(report, 'utf8')) : nothing
  if (code === 0 || found.failed > 0) return found
  const where = shown ? '' : ` Mira ${relative(inWorkspace(), logFile)}.`
  return add(found, failedStage(name, `Terminó con el código ${code}.${where}`))
}

const titled = (title: string | undefined): string[] => (title === undefined ? [] : ['-t', title])

const jestArguments = (report: string, { title }: Selection, workers = 2): string[] => [
  '--ci',
  '--json',
  `--outputFile=${report}`,
  `--maxWorkers=${workers}`,
  // Not in the scratch folder, which goes with the run.
  `--cacheDirectory=${inWorkspace('.build', 'jest')}`,
  '--passWithNoTests',
  ...titled(title),
]

const byPath = (files: readonly string[] | undefined): string[] =>
  files === undefined ? [] : ['--runTestsByPath', ...files.map((file) => inWorkspace(file))]

export const runUnitTests = (selection: Selection): Promise<Report> => {
  const report = reportFile('unit.json')
  const { files } = selection
  return withScratch((env) =>
    run({
      name: 'unit',
      args: [
        ...STEADY,
        ...SHORT_LIVED,
        JEST,
        ...jestArguments(report, selection),
        '--projects',
        ...unitPackages.map((name) => inWorkspace(name)),
        ...byPath(files && filesOf(files, 'unit')),
      ],
      cwd: inWorkspace(),
      env,
      shown: selection.shown,
      report,
      read: (text) => readJest(JSON.parse(text), inWorkspace()),
    }),
  )
}

/** One more than cores: workers wait for hashes. */
const API_WORKERS = availableParallelism() + 1

export const runApiTests = (selection: Selection): Promise<Report> => {
  const report = reportFile('api.json')
  const { files } = selection
  const args = [...jestArguments(report, selection, API_WORKERS), ...byPath(files && filesOf(files, 'api'))]
  return withScratch((env) =>
    run({
      name: 'api',
      args: [...STEADY, JEST, ...args],
      cwd: inWorkspace('api'),
      env: { ...env, ...keptScripts },
      shown: selection.shown,
      report,
      read: (text) => readJest(JSON.parse(text), inWorkspace()),
    }),
  )
}

/** @param form `files` takes precedence */
export const runStoreTests = (form: 'short' | 'whole', selection: Selection): Promise<Report> => {
  const report = reportFile('stores.json')
  const chosen = selection.files && filesOf(selection.files, 'stores').map((file) => relative('api', file))
  const short = form === 'short' ? ['--short'] : []
  const args = [...(chosen ?? short), '--json', `--outputFile=${report}`, ...titled(selection.title)]
  return withScratch((env) =>
    run({
      name: 'stores',
      args: ['test/stores/run.ts', ...args],
      cwd: inWorkspace('api'),
      env: { ...env, ...keptScripts },
      shown: selection.shown,
      report,
      read: (text) => readJest(JSON.parse(text), inWorkspace()),
    }),
  )
}

export const runScriptTests = ({ files, title, shown }: Selection & { readonly files: readonly TestFile[] }) => {
  const report = reportFile('scripts.jsonl')
  return run({
    name: 'scripts',
    args: [
      '--test',
      '--test-reporter=dot',
      '--test-reporter-destination=stdout',
      `--test-reporter=${inWorkspace('scripts/test/node-reporter.ts')}`,
      `--test-reporter-destination=${report}`,
      ...(title === undefined ? [] : [`--test-name-pattern=${title}`]),
      ...filesOf(files, 'scripts'),
    ],
    cwd: inWorkspace(),
    shown,
    report,
    read: (text) => readNode(text, inWorkspace()),
  })
}

interface Journeys extends Selection {
  readonly chromium: string
  /** Selects the sample of parameter tables. */
  readonly seed: string
  readonly all: boolean
}

export const runJourneys = ({ chromium, seed, all, files, title }: Journeys): Promise<Report> => {
  const report = reportFile('journeys.json')
  const variables = all ? 'TRAZO_TEST_ALL=1 ' : `TRAZO_TEST_SEED=${seed} `
  return withScratch((scratch) =>
    run({
      name: 'journeys',
      args: [
        inWorkspace('e2e/node_modules/playwright/cli.js'),
        'test',
        ...(files === undefined ? [] : filesOf(files, 'journeys').map((file) => `${relative('e2e', file)}$`)),
        ...(title === undefined ? [] : ['-g', title]),
      ],
      cwd: inWorkspace('e2e'),
      env: {
        ...scratch,
        ...keptScripts,
        TRAZO_CHROMIUM: chromium,
        TRAZO_REPORT: report,
        TRAZO_TEST_SEED: seed,
        ...(all ? { TRAZO_TEST_ALL: '1' } : {}),
      },
      shown: true,
      report,
      read: (text) => readPlaywright(JSON.parse(text), 'e2e/journeys', variables),
    }),
  )
}
