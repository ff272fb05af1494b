import { act, configure, getConfig } from '@testing-library/react'

const { eventWrapper } = getConfig()
let settling = 0

// Effects inside `act` can dispatch events. A nested `act`
// would take over the outer queue.
configure({ eventWrapper: (send) => (settling > 0 ? send() : eventWrapper(send)) })

/**
 * Runs due work, then advances by `ms`. Needs Jest's fake timers. Use it
 * as `userEvent.setup({ advanceTimers: settle })`.
 */
export const settle = async (ms = 0): Promise<void> => {
  settling += 1
  try {
    await act(() => jest.advanceTimersByTimeAsync(ms))
  } finally {
    settling -= 1
  }
}
