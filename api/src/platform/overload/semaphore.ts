export interface Gate {
  pass<T>(run: () => Promise<T>): Promise<T>
}

/** The queue is full; temporary. */
export class GateFullError extends Error {
  override readonly name = 'GateFullError'
}

/**
 * @param room maximum queue length
 * @throws GateFullError from `pass`
 */
export const createGate = (width: number, room = Number.POSITIVE_INFINITY): Gate => {
  const waiting: (() => void)[] = []
  let inside = 0
  const enter = async (): Promise<void> => {
    if (inside < width) inside += 1
    else if (waiting.length >= room) throw new GateFullError(`${room} are waiting already`)
    // A leaving call passes its slot on, so the count is constant.
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
