/** Set by `pnpm fuzz`. */
const runs = Number(process.env.TRAZO_FUZZ_RUNS ?? '0')

const runsOf = (usual: number, share: number): number => (runs > 0 ? Math.ceil(runs * share) : usual)

/** The printed seed reproduces a run. */
export const fuzzSettings = (
  usual: number,
  share = 1,
): { readonly numRuns: number; readonly seed: number; readonly endOnFailure: boolean } => {
  const seed = Number(process.env.TRAZO_FUZZ_SEED ?? Date.now() % 2 ** 31)
  process.stderr.write(`fuzzing with TRAZO_FUZZ_SEED=${seed}\n`)
  return { numRuns: runsOf(usual, share), seed, endOnFailure: runs === 0 }
}

export const fuzzTimeout = (usual: number): number => 60_000 + runsOf(usual, 1) * 1000

/** Milliseconds. */
const TIMEOUT = 8000

/** @throws Error after `TIMEOUT` */
export const inTime = async <T>(what: string, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${TIMEOUT} ms`)), TIMEOUT)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
