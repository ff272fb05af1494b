import { BuildError, buildFrontEnds } from '../build-front-ends.ts'
import { inWorkspace } from '../workspace.ts'
import { bringChromium, bringOtherBrowsers, bringPostgres, bringTestTools } from './bring-tools.ts'
import { failedStage, nothing, type Report } from './report.ts'
import { runCommand, runNode } from './run-command.ts'
import type { Stage } from './run-stages.ts'
import { runApiTests, runJourneys, runScriptTests, runStoreTests, runUnitTests, type Selection } from './runners.ts'
import { filesOf, type Runner, type TestFile, testFiles } from './test-files.ts'

export interface TestRun {
  readonly files?: readonly TestFile[]
  readonly title?: string | undefined
  readonly seed: string
  readonly all: boolean
  readonly checks: boolean
}

const passedIf = (title: string, code: number): Report =>
  code === 0 ? nothing : failedStage(title, `Terminó con el código ${code}; su salida está arriba.`)

const program = (title: string, name: string, args: readonly string[]) => async (): Promise<Report> =>
  passedIf(
    title,
    await runCommand(inWorkspace('node_modules/.bin', name), args, { cwd: inWorkspace(), output: 'on-failure' }),
  )

const checks = (): Stage[] => [
  {
    id: 'types',
    title: 'Tipos',
    needs: [],
    slots: 1,
    // Each checker would look at the same types of packages again: twice the processor time, on cores that are busy.
    run: program('Tipos', 'tsc', ['-b', '--singleThreaded']),
  },
  {
    id: 'lint',
    title: 'Estilo',
    needs: [],
    slots: 1,
    run: program('Estilo', 'biome', ['ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.']),
  },
  {
    id: 'unused',
    title: 'Código sin uso',
    needs: [],
    slots: 1,
    run: program('Código sin uso', 'knip', ['--no-progress']),
  },
]

const build = async (): Promise<Report> => {
  try {
    await buildFrontEnds(() => undefined)
    return nothing
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    return failedStage('Construcción', error.message)
  }
}

const contracts = async (): Promise<Report> => {
  for (const script of ['check-shared-version.ts', 'check-contracts.ts']) {
    const code = await runNode([inWorkspace('scripts', script)], { cwd: inWorkspace(), output: 'on-failure' })
    if (code !== 0) return failedStage('Contratos', `scripts/${script} terminó con el código ${code}.`)
  }
  return nothing
}

/** Reports one skipped test if PostgreSQL is missing. */
const stores = (form: 'short' | 'whole', selection: Selection) => async (): Promise<Report> => {
  if (await bringPostgres()) return runStoreTests(form, selection)
  console.log('Falta PostgreSQL (paquete postgresql): se omiten las pruebas sobre PostgreSQL y S3.')
  return { ...nothing, skipped: 1 }
}

const testStages = (run: TestRun, chromium: () => string): Stage[] => {
  const files = run.files ?? testFiles()
  const few = run.files !== undefined && run.files.length <= 3
  const selection = { files: run.files, title: run.title, shown: few }
  const has = (...runners: readonly Runner[]): boolean => runners.some((runner) => filesOf(files, runner).length > 0)
  const built: Stage[] = [
    { id: 'build', title: 'Construcción', needs: [], slots: 1, run: build },
    { id: 'contracts', title: 'Contratos', needs: ['build'], slots: 1, run: contracts },
  ]
  const stages: (Stage | undefined)[] = [
    ...(has('journeys') ? built : []),
    has('unit')
      ? { id: 'unit', title: 'Pruebas unitarias', needs: [], slots: 2, run: () => runUnitTests(selection) }
      : undefined,
    has('api') ? { id: 'api', title: 'API', needs: ['unit'], slots: 2, run: () => runApiTests(selection) } : undefined,
    has('stores')
      ? {
          id: 'stores',
          title: 'API sobre PostgreSQL y S3',
          // It waits often, the API's other tests do not.
          needs: ['unit'],
          slots: 1,
          run: stores(run.all ? 'whole' : 'short', selection),
        }
      : undefined,
    // They build in temporary checkouts.
    has('scripts')
      ? {
          id: 'scripts',
          title: 'Scripts',
          needs: ['build'],
          slots: 1,
          run: () => runScriptTests({ ...selection, files }),
        }
      : undefined,
    has('journeys')
      ? {
          id: 'journeys',
          title: `Recorridos en el navegador (muestra ${run.all ? 'completa' : run.seed})`,
          needs: ['tools', 'contracts', 'unit', 'api', 'stores', 'scripts'],
          slots: 4,
          run: () => runJourneys({ ...selection, chromium: chromium(), seed: run.seed, all: run.all }),
        }
      : undefined,
  ]
  return stages.filter((stage) => stage !== undefined)
}

const OTHER_BROWSERS = 'e2e/journeys/other-browsers.spec.ts'

const bringOthers = async ({ files, all }: TestRun): Promise<Report> => {
  if (files?.every(({ file }) => file !== OTHER_BROWSERS)) return nothing
  const missing = await bringOtherBrowsers(all)
  return all && missing.length > 0
    ? failedStage('Otros navegadores', `Faltan los paquetes ${missing.join(', ')}: instálalos y vuelve a ejecutar.`)
    : nothing
}

/** The browser comes first, to fail early. */
export const stagesOf = (run: TestRun): Stage[] => {
  let chromium = ''
  const tools: Stage = {
    id: 'tools',
    title: 'Navegador y herramientas',
    needs: [],
    slots: 4,
    async run() {
      const found = await bringChromium()
      if (found === undefined)
        return failedStage(
          'Navegador',
          'No hay navegador para las pruebas: instala Chromium o Chrome y vuelve a ejecutar npm test.',
        )
      chromium = found
      console.log(`  ${chromium}`)
      await bringTestTools()
      return bringOthers(run)
    },
  }
  const needsBrowser = run.files === undefined || filesOf(run.files, 'journeys').length > 0
  return [...(needsBrowser ? [tools] : []), ...(run.checks ? checks() : []), ...testStages(run, () => chromium)]
}
