import { type ThreadTask, taskRanks } from '../thread-task.ts'

const task = <Request, Answer>(name: string, rest: Partial<ThreadTask<Request, Answer>> = {}) =>
  ({ name, rank: taskRanks.file, timeLimit: 60_000, moves: [], ...rest }) satisfies ThreadTask<Request, Answer>

export const echo = task<{ bytes: Uint8Array }, { bytes: Uint8Array; thread: number }>('echo', { moves: ['bytes'] })
/** Answers once the flag (Int32) is not 0. */
export const hold = task<{ flag: SharedArrayBuffer }, { thread: number }>('hold')
export const urgentHold = { ...hold, rank: taskRanks.signature }
export const slowHold = { ...hold, rank: taskRanks.background }
export const throwCoded = task<{ code: string }, object>('throw-coded')
export const crash = task<object, object>('crash')
export const leakMemory = task<object, object>('leak-memory')
export const spin = task<object, object>('spin', { timeLimit: 50 })
