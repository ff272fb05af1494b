interface StopOptions {
  readonly stop: (signal: NodeJS.Signals) => Promise<void>
  /** Before `onLate`. */
  readonly graceMs: number
  readonly onLate: () => void
  readonly process?: Pick<NodeJS.Process, 'on' | 'exit'>
}

/** A second signal exits at once. */
export const stopOnSignal = ({ stop, graceMs, onLate, process = globalThis.process }: StopOptions): void => {
  let stopping = false
  const handle = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(onLate, graceMs).unref()
    void stop(signal)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, handle)
}
