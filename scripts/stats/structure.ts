import { dirname } from 'node:path'
import { type ImportGraph, readExports, readImportGraph } from '../import-graph.ts'
import { inWorkspace, testedPackages } from '../workspace.ts'
import { findCycles, siblingFolders } from './cycles.ts'
import { isTest, type SourceText } from './sources.ts'

/** A folder with more source files holds more than one feature. */
export const MOST_FILES = 25

const crowdedFolders = (sources: readonly SourceText[]): string[] => {
  const counts = new Map<string, number>()
  for (const { file } of sources) if (!isTest(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > MOST_FILES).map(([folder, count]) => `${folder} (${count})`)
}

const withoutTests = (graph: ImportGraph): ImportGraph =>
  new Map(
    [...graph].filter(([file]) => !isTest(file)).map(([file, imports]) => [file, imports.filter((to) => !isTest(to))]),
  )

/** Type imports count. */
export const measureStructure = (sources: readonly SourceText[]) => {
  const files = sources.map(({ file }) => file).filter((file) => /\.tsx?$/.test(file))
  const graph = withoutTests(readImportGraph(inWorkspace(), files, readExports(inWorkspace(), testedPackages)))
  const shown = (cycle: readonly string[]): string => cycle.join(' ↔ ')
  return {
    fileCycles: findCycles(graph).map(shown),
    folderCycles: [...siblingFolders(graph).values()].flatMap(findCycles).map(shown),
    crowdedFolders: crowdedFolders(sources),
  }
}
