import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { BuildError, buildFrontEnds } from '../build-front-ends.ts'
import { inWorkspace, testedPackages } from '../workspace.ts'
import { bringChromium, bringPdfTools, bringPostgres } from './bring-tools.ts'
import { runCommand, runNode } from './run-command.ts'
import { add, nothing, oneFailure, type Tally, tallyJest, tallyNode, tallyPlaywright } from './tally.ts'

/** A part of `npm test`. The next one runs only when nothing failed in this one. */
export interface Stage {
  readonly title: string
  run(): Promise<Tally>
}

const report = (name: string): string => inWorkspace('.build', 'test', name)

const passedIf = (code: number): Tally => (code === 0 ? nothing : oneFailure)

/** Runs a test runner that writes `file`, and counts what it wrote; a runner that fails always counts as a failure. */
const counted = async (file: string, count: (text: string) => Tally, run: () => Promise<number>): Promise<Tally> => {
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  const code = await run()
  const tally = existsSync(file) ? count(readFileSync(file, 'utf8')) : nothing
  return code !== 0 && tally.failed === 0 ? add(tally, oneFailure) : tally
}

const jest = (name: string): Promise<Tally> => {
  const file = report(`${name}.json`)
  const cwd = inWorkspace(name)
  const args = ['--ci', '--json', `--outputFile=${file}`, '--maxWorkers=2', '--passWithNoTests']
  return counted(
    file,
    (text) => tallyJest(JSON.parse(text)),
    () => runNode([inWorkspace(name, 'node_modules/jest/bin/jest.js'), ...args], { cwd }),
  )
}

const scriptTests = (): Promise<Tally> => {
  const file = report('scripts.tap')
  const tests = globSync(['scripts/**/*.test.ts', 'e2e/bench/**/*.test.ts'], { cwd: inWorkspace() })
  const reporters = [
    '--test-reporter=dot',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${file}`,
  ]
  return counted(file, tallyNode, () => runNode(['--test', ...reporters, ...tests], { cwd: inWorkspace() }))
}

const unitTests = async (): Promise<Tally> => {
  let tally = nothing
  for (const name of testedPackages) {
    console.log(`\n${name}`)
    tally = add(tally, await jest(name))
  }
  console.log('\nscripts')
  return add(tally, await scriptTests())
}

/** What differs between the two stores, on a PostgreSQL and an S3 of its own; the whole is `pnpm test:postgres`. */
const sharedStores = async (): Promise<Tally> => {
  if (!(await bringPostgres())) {
    console.log('Falta PostgreSQL (paquete postgresql): se omiten las pruebas sobre PostgreSQL y S3.')
    return { ...nothing, skipped: 1 }
  }
  const file = report('api-postgres.json')
  return counted(
    file,
    (text) => tallyJest(JSON.parse(text)),
    () => runNode(['test/stores/run.ts', '--short', '--json', `--outputFile=${file}`], { cwd: inWorkspace('api') }),
  )
}

const build = async (): Promise<Tally> => {
  try {
    await buildFrontEnds(console.log)
    return nothing
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    console.error(error.message)
    return oneFailure
  }
}

const journeys = (chromium: string): Promise<Tally> => {
  const file = report('e2e.json')
  return counted(
    file,
    (text) => tallyPlaywright(JSON.parse(text)),
    () =>
      runNode([inWorkspace('e2e/node_modules/playwright/cli.js'), 'test'], {
        cwd: inWorkspace('e2e'),
        env: { TRAZO_CHROMIUM: chromium, TRAZO_REPORT: file },
      }),
  )
}

/** Whether `shared` has the version that its surface calls for, and whether what was built fits together. */
const contracts = async (): Promise<Tally> => {
  for (const script of ['check-shared-version.ts', 'check-contracts.ts'])
    if ((await runNode([inWorkspace('scripts', script)], { cwd: inWorkspace() })) !== 0) return oneFailure
  return nothing
}

/** What `npm test` does, in order. The browser comes first: whoever has none learns it before waiting. */
export const stages = (): Stage[] => {
  let chromium = ''
  const program = (name: string, args: readonly string[]) => async () =>
    passedIf(await runCommand(inWorkspace('node_modules/.bin', name), args, { cwd: inWorkspace() }))
  return [
    {
      title: 'Navegador y herramientas',
      async run() {
        const found = await bringChromium()
        if (found === undefined) {
          console.error('No hay navegador para las pruebas: instala Chromium o Chrome y vuelve a ejecutar npm test.')
          return oneFailure
        }
        chromium = found
        console.log(`Navegador: ${chromium}`)
        await bringPdfTools()
        return nothing
      },
    },
    { title: 'Tipos', run: program('tsc', ['-b']) },
    { title: 'Estilo', run: program('biome', ['ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.']) },
    { title: 'Pruebas unitarias y del API', run: unitTests },
    { title: 'API sobre PostgreSQL y S3', run: sharedStores },
    { title: 'Construcción', run: build },
    { title: 'Contratos', run: contracts },
    { title: 'Recorridos en el navegador', run: () => journeys(chromium) },
  ]
}
