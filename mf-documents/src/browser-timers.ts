export type SetTimer = (ms: number, run: () => void) => () => void

export const afterTimeout: SetTimer = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
