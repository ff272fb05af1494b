import { dirname, resolve } from 'node:path'
import type { Compilation, Module } from 'webpack'
import { libraryFolder, SHARED_PACKAGE } from '../package-info.ts'
import { licenceOf, type PackageLicence, packageFolder, sortLicences } from './licence.ts'

/** Their run-time code is in every bundle. */
const RUNTIMES = ['webpack', 'mini-css-extract-plugin']

const partsOf = (module: Module): Module[] =>
  'modules' in module && Array.isArray(module.modules) ? module.modules : [module]

/** Style sheets load fonts and pictures; these are assets alone. */
const assetSources = (compilation: Compilation, root: string): string[] =>
  compilation.getAssets().flatMap(({ info }) => (info.sourceFilename ? resolve(root, info.sourceFilename) : []))

const moduleSources = ({ modules, chunkGraph }: Compilation): string[] =>
  [...modules]
    .filter((module) => chunkGraph.getNumberOfModuleChunks(module) > 0)
    .flatMap(partsOf)
    .flatMap((module) => module.nameForCondition() ?? [])

/** @param root of the front end, which needs no notice */
export const bundledLicences = (compilations: readonly Compilation[], root: string): PackageLicence[] => {
  const files = compilations.flatMap((compilation) => [
    ...moduleSources(compilation),
    ...assetSources(compilation, root),
  ])
  const folders = new Set([...new Set(files.map(dirname))].flatMap((folder) => packageFolder(folder) ?? []))
  folders.delete(root)
  const runtimes = RUNTIMES.map((name) => libraryFolder(SHARED_PACKAGE, name))
  return sortLicences([...runtimes, ...folders].flatMap((folder) => licenceOf(folder) ?? []))
}
