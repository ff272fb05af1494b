import { act } from '@testing-library/react'

/** Lets everything that is due run, promises and timers; then `ms` milliseconds pass. Needs Jest's fake timers. */
export const settle = (ms = 0): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms))
