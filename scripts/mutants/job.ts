import * as v from 'valibot'

export interface TestChoice {
  /** Relative to the workspace. */
  readonly file: string
  /** Full names. */
  readonly names: readonly string[]
}

/** Work of the process that runs Jest. */
export interface MutantJob {
  /** Lines of JSON. */
  readonly resultsFile: string
  readonly root: string
  /** Records which test reaches which mutant, and activates none. */
  readonly records: boolean
  /** Runs a failed test again without the mutant; senseless if the mutant is in what has loaded. */
  readonly controls: boolean
  readonly testFiles: readonly string[]
  readonly mutants: readonly { readonly id: number; readonly tests: readonly TestChoice[] }[]
  /** Milliseconds for a test; undefined for the package's own limit. */
  readonly testTimeout?: number
}

export const MutantResult = v.variant('kind', [
  /** A test file without a mutant. `name` is null for code outside of tests, empty while the file loads. */
  v.object({
    kind: v.literal('reached'),
    file: v.string(),
    name: v.nullable(v.string()),
    mutants: v.array(v.number()),
  }),
  v.object({
    kind: v.literal('timed'),
    file: v.string(),
    tests: v.array(v.object({ name: v.string(), ms: v.number(), passed: v.boolean() })),
    error: v.nullable(v.string()),
    ms: v.number(),
  }),
  v.object({ kind: v.literal('started'), id: v.number() }),
  v.object({
    kind: v.literal('ended'),
    id: v.number(),
    state: v.picklist(['killed', 'survived', 'timeout', 'unstable']),
    by: v.string(),
  }),
])

export type MutantResult = v.InferOutput<typeof MutantResult>
