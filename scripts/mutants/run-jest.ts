import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { type MutantJob, MutantResult } from './job.ts'

export interface JestPlace {
  /** The copy of the workspace. */
  readonly root: string
  /** For example `api`. */
  readonly packageName: string
  /** A folder of this run. */
  readonly scratch: string
}

const POLL_MS = 200

const start = ({ root, packageName, scratch }: JestPlace, { testFiles }: MutantJob, jobFile: string): ChildProcess => {
  const folder = join(root, packageName)
  const log = openSync(join(scratch, 'jest.log'), 'a')
  const tools = join(root, 'scripts', 'mutants')
  const jest = join(folder, 'node_modules', 'jest', 'bin', 'jest.js')
  const flags = ['--runInBand', '--silent', '--runner', join(tools, 'jest-runner.ts'), '--runTestsByPath']
  return spawn(
    process.execPath,
    ['--no-sparkplug', '--no-memory-protection-keys', jest, ...flags, ...testFiles.map((file) => join(root, file))],
    {
      cwd: folder,
      // Its own group: threads, and processes that tests start, end with it.
      detached: true,
      stdio: ['ignore', log, log],
      env: {
        ...process.env,
        NODE_OPTIONS: `--require=${JSON.stringify(join(tools, 'switch.ts'))}`,
        TRAZO_MUTANT_FILE: join(scratch, 'active'),
        TRAZO_MUTANT_JOB: jobFile,
      },
    },
  )
}

const endGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const readResults = (file: string): MutantResult[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        // The last line may be incomplete.
        .slice(0, -1)
        .map((line) => v.parse(MutantResult, JSON.parse(line)))
    : []

/** Why Jest ended before its first result. */
export const lastWords = ({ scratch }: JestPlace): string =>
  `Jest ended without a result:\n${readFileSync(join(scratch, 'jest.log'), 'utf8').slice(-2000)}`

/**
 * Runs a job until it ends, or until its current
 * mutant takes longer than `limitOf` (milliseconds).
 */
export const runJest = async (
  place: JestPlace,
  job: Omit<MutantJob, 'resultsFile' | 'root'>,
  limitOf: (id: number) => number = () => Number.POSITIVE_INFINITY,
): Promise<{ readonly results: readonly MutantResult[]; readonly late: number | undefined }> => {
  const resultsFile = join(place.scratch, 'results.jsonl')
  const jobFile = join(place.scratch, 'job.json')
  for (const file of [resultsFile, join(place.scratch, 'active.hits')]) rmSync(file, { force: true })
  const whole: MutantJob = { ...job, resultsFile, root: place.root }
  writeFileSync(jobFile, JSON.stringify(whole))
  writeFileSync(join(place.scratch, 'active'), '0 0')
  const child = start(place, whole, jobFile)
  const stop = () => endGroup(child)
  process.on('exit', stop)
  let ended = false
  const end = new Promise<void>((resolve) => child.on('close', () => resolve())).then(() => {
    ended = true
  })
  let current: number | undefined
  let since = performance.now()
  let late: number | undefined
  while (!ended) {
    await Promise.race([end, sleep(POLL_MS)])
    const last = readResults(resultsFile).at(-1)
    const running = last?.kind === 'started' ? last.id : undefined
    if (running !== current) since = performance.now()
    current = running
    if (current !== undefined && performance.now() - since > limitOf(current)) {
      late = current
      break
    }
  }
  stop()
  await end
  process.off('exit', stop)
  return { results: readResults(resultsFile), late }
}
