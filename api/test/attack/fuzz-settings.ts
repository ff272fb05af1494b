/** Written by `pnpm fuzz`; the ordinary tests take few runs and a seed of their own each time. */
const runs = Number(process.env.TRAZO_FUZZ_RUNS ?? '0')

const runsOf = (usual: number, share: number): number => (runs > 0 ? Math.ceil(runs * share) : usual)

/**
 * What fast-check is told. The seed is printed, so that what was found can be found again.
 * @param usual runs in the ordinary tests
 * @param share of the long form's runs, for what takes longer than others
 */
export const fuzzSettings = (
  usual: number,
  share = 1,
): { readonly numRuns: number; readonly seed: number; readonly endOnFailure: boolean } => {
  const seed = Number(process.env.TRAZO_FUZZ_SEED ?? Date.now() % 2 ** 31)
  process.stderr.write(`fuzzing with TRAZO_FUZZ_SEED=${seed}\n`)
  return { numRuns: runsOf(usual, share), seed, endOnFailure: runs === 0 }
}

/** Milliseconds for a property: a second for each run, and the usual time for what is set up. */
export const fuzzTimeout = (usual: number): number => 60_000 + runsOf(usual, 1) * 1000

/** Longest that anything may take, in milliseconds. */
export const PATIENCE = 8000

/** @throws Error when it takes longer than `PATIENCE` */
export const inTime = async <T>(what: string, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${PATIENCE} ms`)), PATIENCE)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
