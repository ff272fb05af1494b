import { act, configure, getConfig } from '@testing-library/react'

const { eventWrapper } = getConfig()
let settling = 0

// An event that the page sends while `act` runs its effects (a focus that leaves a field tells what was typed there)
// belongs to that act: one more act inside would take away its queue.
configure({ eventWrapper: (send) => (settling > 0 ? send() : eventWrapper(send)) })

/**
 * Lets everything that is due run, promises and timers; then `ms` milliseconds pass. Needs Jest's fake timers.
 *
 * A person's hand on such a clock is `userEvent.setup({ advanceTimers: settle })`: what a press causes is there once
 * the press was awaited.
 */
export const settle = async (ms = 0): Promise<void> => {
  settling += 1
  try {
    await act(() => jest.advanceTimersByTimeAsync(ms))
  } finally {
    settling -= 1
  }
}
