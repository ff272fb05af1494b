import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readExports, readImportGraph } from '../import-graph.ts'
import { isTest } from '../stats/sources.ts'
import { testFiles } from '../test/test-files.ts'
import { inWorkspace, testedPackages, workspaceRoot } from '../workspace.ts'
import { type MutantsRequest, parseMutantsArguments } from './arguments.ts'
import { copyWorkspace } from './copy-workspace.ts'
import { findMutants } from './find-mutants.ts'
import { nearestTests } from './nearest-tests.ts'
import { describeMutants, reportFolder } from './report.ts'
import { runMutants } from './run-mutants.ts'
import { sampleMutants } from './sample.ts'

const sourcesIn = (folder: string, only: string | undefined): string[] =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: workspaceRoot })
    .filter((file) => !isTest(file) && !file.endsWith('.d.ts') && (only === undefined || file.includes(only)))
    .sort()

const checkFolder = async (root: string, folder: string, request: MutantsRequest): Promise<string> => {
  const mutants = sampleMutants(
    sourcesIn(folder, request.only).flatMap((file) => findMutants(file, readFileSync(inWorkspace(file), 'utf8'))),
    request.sample ?? Number.POSITIVE_INFINITY,
    request.seed,
  ).filter(({ id }) => request.numbers?.includes(id) ?? true)
  const tests = testFiles().map(({ file }) => file)
  const graph = readImportGraph(workspaceRoot, tests, readExports(workspaceRoot, testedPackages))
  const packageName = folder.split('/')[0] ?? ''
  const nearest =
    request.tests === undefined
      ? nearestTests(folder, { graph, tests })
      : tests.filter((file) => file.startsWith(`${packageName}/`) && request.tests?.some((text) => file.includes(text)))
  const scratch = join(root, '.mutants', folder.replaceAll('/', '-'))
  mkdirSync(scratch, { recursive: true })
  console.error(`${folder}: ${mutants.length} mutants, ${nearest.length} test files`)
  const place = { root, packageName, scratch }
  const importersOf = (source: string) => nearest.filter((test) => graph.get(test)?.includes(source))
  const verdicts = await runMutants(place, mutants, { files: nearest, importersOf }, (verdict) =>
    console.error(describeMutants(verdict)),
  )
  return reportFolder(folder, verdicts)
}

const main = async (): Promise<void> => {
  const request = parseMutantsArguments(process.argv.slice(2))
  const root = mkdtempSync(join(tmpdir(), 'trazo-mutants-'))
  const remove = () => rmSync(root, { recursive: true, force: true })
  process.on('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  copyWorkspace(workspaceRoot, root)
  for (const folder of request.folders) console.log(await checkFolder(root, folder, request))
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
