import { changedSince, usualBase } from '../changed-files.ts'
import { readExports, readImportGraph } from '../import-graph.ts'
import { inWorkspace, testedPackages } from '../workspace.ts'
import { ArgumentError, parseArguments, type Request } from './arguments.ts'
import { measureSlowness } from './calibrate.ts'
import { expectedSeconds, keepDurations } from './durations.ts'
import { areasByFile } from './journey-areas.ts'
import { longStages } from './long-stages.ts'
import { runStages, type Stage } from './run-stages.ts'
import { selectChanged } from './select-changed.ts'
import { stagesOf } from './stages.ts'
import { duration, summary } from './summary.ts'
import { testFiles } from './test-files.ts'

/** Seed of the sample; set it to repeat an earlier run. */
const seed = process.env.TRAZO_TEST_SEED ?? String(Date.now() % 1000)

const stagesOfChange = (given: string | undefined): Stage[] => {
  const root = inWorkspace()
  const base = given ?? usualBase(root)
  const tests = testFiles()
  const files = tests.map(({ file }) => file)
  const { run, left } = selectChanged({
    changed: changedSince(root, base),
    graph: readImportGraph(root, files, readExports(root, testedPackages)),
    tests,
    areas: areasByFile,
    secondsOf: expectedSeconds(),
  })
  console.log(`Cambios desde ${base}: ${run.length} archivos de prueba, los más cercanos primero.`)
  if (left.length > 0) console.log(`Quedan ${left.length} más lejanos para npm test.`)
  return stagesOf({ files: run, seed, all: false, checks: true })
}

const stagesOfFiles = ({ names, title }: Extract<Request, { kind: 'files' }>): Stage[] => {
  const files = testFiles().filter(({ file }) => names.some((name) => file.includes(name)))
  if (files.length === 0) throw new ArgumentError(`Ningún archivo de prueba se llama así: ${names.join(' ')}`)
  return stagesOf({ files, title, seed, all: process.env.TRAZO_TEST_ALL === '1', checks: false })
}

const stagesFor = (request: Request): Stage[] => {
  if (request.kind === 'changed') return stagesOfChange(request.base)
  if (request.kind === 'files') return stagesOfFiles(request)
  const all = request.kind === 'all'
  return [...stagesOf({ seed, all, checks: true }), ...(all ? longStages(seed) : [])]
}

/** Every limit on waiting takes it (`shared/testing/limits.mjs`). */
const measureMachine = (): void => {
  const slowness = process.env.TRAZO_TEST_SLOWNESS ?? String(measureSlowness())
  process.env.TRAZO_TEST_SLOWNESS = slowness
  if (slowness !== '1') console.log(`Máquina lenta u ocupada: los límites de espera se multiplican por ${slowness}.`)
}

const announce = (request: Request): void => {
  process.env.TRAZO_TEST_SEED = seed
  if (request.kind === 'all') process.env.TRAZO_TEST_ALL = '1'
}

const main = async (): Promise<number> => {
  const since = Date.now()
  const request = parseArguments(process.argv.slice(2))
  announce(request)
  measureMachine()
  const total = await runStages(stagesFor(request), {
    onStart: ({ title }) => console.log(`▸ ${title}…`),
    onEnd: ({ title }, { passed, failed, skipped }, ms) => {
      const counts = [
        passed > 0 ? `${passed} pasan` : '',
        failed > 0 ? `${failed} fallan` : '',
        skipped > 0 ? `${skipped} se omiten` : '',
      ].filter((text) => text !== '')
      console.log(`${failed > 0 ? '✗' : '✓'} ${[title, duration(ms), ...counts].join(' · ')}`)
    },
  })
  // The whole tables of `test:all` take longer than their sample.
  if (process.env.TRAZO_TEST_ALL !== '1') keepDurations(total.files)
  // The last line is English because machines read it.
  console.log(summary(total, Date.now() - since))
  return total.failed > 0 ? 1 : 0
}

try {
  process.exit(await main())
} catch (error) {
  if (!(error instanceof ArgumentError)) throw error
  console.error(error.message)
  process.exit(2)
}
