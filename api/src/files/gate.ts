/** Lets a few pass at a time; the others wait their turn. */
export interface Gate {
  /** Runs something when there is room, and makes room again when it is over. */
  pass<T>(run: () => Promise<T>): Promise<T>
}

/** More wait than there is room for. Passes by itself. */
export class GateFullError extends Error {
  override readonly name = 'GateFullError'
}

/**
 * @param room how many may wait; for what strangers can ask for, whose number nobody knows
 * @throws GateFullError from `pass`
 */
export const createGate = (width: number, room = Number.POSITIVE_INFINITY): Gate => {
  const waiting: (() => void)[] = []
  let inside = 0
  const enter = async (): Promise<void> => {
    if (inside < width) inside += 1
    else if (waiting.length >= room) throw new GateFullError(`${room} are waiting already`)
    // Whoever leaves hands its place over, so the count stays as it is.
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) inside -= 1
    else next()
  }
  return {
    pass: async (run) => {
      await enter()
      try {
        return await run()
      } finally {
        leave()
      }
    },
  }
}
