import { distancesTo, type ImportGraph } from '../import-graph.ts'
import type { TestFile } from './test-files.ts'

/** Every test depends on these. */
const FOR_ALL =
  /^(pnpm-lock\.yaml|pnpm-workspace\.yaml|package\.json|tsconfig[\w.]*\.json|shared\/testing\/|shared\/build\/)/

/** Seconds of all workers; three minutes with types, style and a build. */
export const BUDGET_S = 330

export interface ChangedFiles {
  readonly changed: readonly string[]
  readonly graph: ImportGraph
  readonly tests: readonly TestFile[]
  readonly areas: Readonly<Record<string, readonly string[]>>
  readonly secondsOf: (test: TestFile) => number
}

export interface Chosen {
  /** Nearest first. */
  readonly run: readonly TestFile[]
  /** Longer than what the budget has left. */
  readonly left: readonly TestFile[]
}

const isIn = (path: string, area: string): boolean => path === area || path.startsWith(`${area}/`)

/**
 * Journeys do not import the product, so
 * the most specific changed area counts.
 */
const journeyDistance = (areas: readonly string[], changed: readonly string[]): number | undefined => {
  const depths = areas.filter((area) => changed.some((path) => isIn(path, area))).map((area) => area.split('/').length)
  return depths.length === 0 ? undefined : Math.max(1, 5 - Math.max(...depths))
}

/** A changed test file always runs. */
export const selectChanged = ({ changed, graph, tests, areas, secondsOf }: ChangedFiles): Chosen => {
  const product = changed.filter((path) => !/\.(test|spec)\.tsx?$|\.md$/.test(path))
  const distances = distancesTo(changed, graph)
  const forAll = changed.some((path) => FOR_ALL.test(path))
  const distanceOf = ({ file, runner }: TestFile): number | undefined => {
    const byImport = distances.get(file)
    const byArea = runner === 'journeys' ? journeyDistance(areas[file] ?? [], product) : undefined
    const known = [byImport, byArea].filter((distance) => distance !== undefined)
    return known.length > 0 ? Math.min(...known) : forAll ? Number.MAX_SAFE_INTEGER : undefined
  }
  const concerned = tests
    .map((test) => ({ test, distance: distanceOf(test) }))
    .filter((each): each is { test: TestFile; distance: number } => each.distance !== undefined)
    .sort((a, b) => a.distance - b.distance)
  const [run, left]: [TestFile[], TestFile[]] = [[], []]
  let seconds = 0
  for (const { test, distance } of concerned) {
    const fits = distance === 0 || seconds + secondsOf(test) <= BUDGET_S
    if (fits) seconds += secondsOf(test)
    const chosen = fits ? run : left
    chosen.push(test)
  }
  return { run, left }
}
