import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { licenceOf, type PackageLicence, sortLicences } from '../../shared/build/licences/licence.ts'
import { libraryFolder } from '../../shared/build/package-info.ts'
import { pdfjsLicences } from '../../shell/server/licences/pdfjs-licences.ts'
import { PREPARED_FILE, type PreparedLicences } from '../../shell/server/licences/prepared-licences.ts'
import { readExports, readImportGraph } from '../import-graph.ts'
import { importsOf, isOfTypes } from '../read-imports.ts'
import { inWorkspace, testedPackages } from '../workspace.ts'

const PROGRAMS = ['api/src/app/main.ts', 'shell/server/main.ts']
/** Some of their packages are loaded by the name of a file: fonts. */
const SERVER_PACKAGES = ['api', 'pdf']

const PACKAGE = /^(?:@[a-z][\w.-]*\/)?[a-z][\w.-]*(?=\/|$)/

const packagesIn = (file: string): string[] =>
  importsOf(file, readFileSync(file, 'utf8'))
    .filter((each) => !isOfTypes(each) && each.kind !== 'file')
    .flatMap(({ specifier }) => PACKAGE.exec(specifier) ?? [])

const findPackage = (from: string, name: string): string | undefined => {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return realpathSync(folder)
  return from === dirname(from) ? undefined : findPackage(dirname(from), name)
}

const Names = v.optional(v.record(v.string(), v.string()), {})
const Dependencies = v.object({
  private: v.optional(v.boolean(), false),
  dependencies: Names,
  optionalDependencies: Names,
})

const readManifest = (folder: string) =>
  v.parse(Dependencies, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

/** Those of other platforms are not installed. */
const dependenciesOf = (folder: string): string[] => {
  const { dependencies, optionalDependencies } = readManifest(folder)
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => findPackage(folder, name) ?? [])
}

const isOurs = (folder: string): boolean => readManifest(folder).private

const withDependencies = (folders: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const waiting = [...folders]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder) || isOurs(folder)) continue
    found.add(folder)
    waiting.push(...dependenciesOf(folder))
  }
  return found
}

const serverLicences = (): PackageLicence[] => {
  const graph = readImportGraph(
    inWorkspace(),
    PROGRAMS,
    readExports(inWorkspace(), testedPackages),
    (each) => !isOfTypes(each),
  )
  const imported = [...graph.keys()]
    .map((file) => inWorkspace(file))
    .flatMap((file) => packagesIn(file).flatMap((name) => findPackage(dirname(file), name) ?? []))
  const declared = SERVER_PACKAGES.flatMap((name) => dependenciesOf(inWorkspace(name)))
  return sortLicences([...withDependencies([...imported, ...declared])].flatMap((folder) => licenceOf(folder) ?? []))
}

/** All that webpack does not bundle. */
export const collectLicences = (): PreparedLicences => ({
  pdfjs: pdfjsLicences(libraryFolder(inWorkspace('shell'), 'pdfjs-dist')),
  server: serverLicences(),
})

export const prepareLicences = (): void => {
  mkdirSync(dirname(PREPARED_FILE), { recursive: true })
  const unfinished = `${PREPARED_FILE}.${process.pid}`
  writeFileSync(unfinished, JSON.stringify(collectLicences()))
  renameSync(unfinished, PREPARED_FILE)
}
