import { distancesTo, type ImportGraph } from '../import-graph.ts'

/** Files of one folder's run, so that its tests fit into minutes. */
const MOST_FILES = 45

/** Processes, whole servers or other stores: slow, and not about one rule. */
const far = /\.postgres\.test\.ts$|^api\/test\/(attack|oracle|faults|infrastructure-failures|stores)\//

const folderOf = (file: string, depth: number): string => file.split('/').slice(0, depth).join('/')

/**
 * Tests of the folder, tests that import it or are named after it (they
 * call the server), then the tests of the sibling folders that import it,
 * the most first.
 */
export const nearestTests = (
  folder: string,
  { graph, tests }: { readonly graph: ImportGraph; readonly tests: readonly string[] },
): string[] => {
  const isInside = (file: string): boolean => file.startsWith(`${folder}/`)
  const sources = [...graph.keys()].filter((file) => isInside(file) && !/\.test\.tsx?$/.test(file))
  const distances = distancesTo(sources, graph)
  const depth = folder.split('/').length
  const named = new RegExp(`[-/]${folder.split('/').at(-1)}[-.][^/]*$`)
  const imports = new Map<string, number>()
  for (const [file, imported] of graph)
    if (!isInside(file) && imported.some(isInside))
      imports.set(folderOf(file, depth), (imports.get(folderOf(file, depth)) ?? 0) + 1)
  const ranked = tests
    .filter((file) => folderOf(file, 1) === folderOf(folder, 1) && !far.test(file))
    .flatMap((file) => {
      if (isInside(file)) return [{ file, rank: -2 }]
      if (distances.get(file) === 1 || named.test(file)) return [{ file, rank: -1 }]
      const count = imports.get(folderOf(file, depth)) ?? 0
      return count > 1 || distances.get(file) === 2 ? [{ file, rank: 1 / (count + 1) }] : []
    })
  return ranked
    .sort((a, b) => a.rank - b.rank || (a.file < b.file ? -1 : 1))
    .slice(0, MOST_FILES)
    .map(({ file }) => file)
}
