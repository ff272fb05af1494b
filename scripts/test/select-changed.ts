import { distancesTo, type ImportGraph } from '../import-graph.ts'
import type { TestFile } from './test-files.ts'

/** Every test depends on these. */
const FOR_ALL =
  /^(pnpm-lock\.yaml|pnpm-workspace\.yaml|package\.json|tsconfig[\w.]*\.json|shared\/testing\/|shared\/build\/)/

/** Seconds of tests that `--changed` may choose, for two workers and a limit of three minutes. */
export const BUDGET_S = 220

export interface Change {
  readonly changed: readonly string[]
  readonly graph: ImportGraph
  readonly tests: readonly TestFile[]
  /** Folders of the product that each journey goes through: journey → paths. */
  readonly areas: Readonly<Record<string, readonly string[]>>
  /** Seconds that a test file is expected to take. */
  readonly secondsOf: (test: TestFile) => number
}

export interface Chosen {
  /** The nearest first. */
  readonly run: readonly TestFile[]
  /** Concerned as well, and left to the whole run: the time is up. */
  readonly left: readonly TestFile[]
}

const isIn = (path: string, area: string): boolean => path === area || path.startsWith(`${area}/`)

/** A journey imports nothing of the product: it is as near as the most precise area that holds a changed file. */
const journeyDistance = (areas: readonly string[], changed: readonly string[]): number | undefined => {
  const depths = areas.filter((area) => changed.some((path) => isIn(path, area))).map((area) => area.split('/').length)
  return depths.length === 0 ? undefined : Math.max(1, 5 - Math.max(...depths))
}

/**
 * The tests that a change can break, ordered by their distance from it, as many as the budget holds. A test file that
 * was changed always runs.
 */
export const selectChanged = ({ changed, graph, tests, areas, secondsOf }: Change): Chosen => {
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
    seconds += secondsOf(test)
    if (distance === 0 || seconds <= BUDGET_S) run.push(test)
    else left.push(test)
  }
  return { run, left }
}
