/** A system call that succeeded or was under way at the end. Places are numbers of lines of the trace. */
export interface TracedCall {
  /** Threads of a process share it, and its open files. */
  readonly process: number
  readonly name: string
  readonly args: string
  /** Undefined while the call is under way; negative: it failed. */
  readonly result: number | undefined
  readonly start: number
  readonly end: number
}

export interface Trace {
  readonly calls: readonly TracedCall[]
  /** When each line was written, in milliseconds of the wall clock. */
  readonly times: readonly number[]
}

const LINE = /^(\d+) +(\d+\.\d+) (.*)$/
const WHOLE = /^(\w+)\((.*)\) += (-?\d+|\?)(?:.*)$/s
const BEGUN = /^(\w+)\((.*?)(?: <unfinished \.\.\.>|<unfinished \.\.\.>)$/s
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)\) += (-?\d+|\?)(?:.*)$/s
/** Signals, and ends of processes. */
const NEWS = /^(?:\+\+\+|---) /
const STARTS_PROCESS = new Set(['clone', 'clone3', 'fork', 'vfork'])

interface Line {
  readonly thread: number
  readonly text: string
}

type Started = Omit<TracedCall, 'process'> & { readonly thread: number }

const resultOf = (text: string | undefined): number | undefined =>
  text === undefined || text === '?' ? undefined : Number(text)

/** The number of a file is free, for another thread, before its close has ended. */
const takesEffect = ({ name, start, end }: Started): number => (name === 'close' ? start : end)

const joinCalls = (lines: readonly Line[]): Started[] => {
  const underWay = new Map<number, { readonly name: string; readonly args: string; readonly start: number }>()
  const calls: Started[] = []
  for (const [place, { thread, text }] of lines.entries()) {
    const [, name, args = '', result] = WHOLE.exec(text) ?? []
    if (name !== undefined && !text.startsWith('<...')) {
      calls.push({ thread, name, args, result: resultOf(result), start: place, end: place })
      continue
    }
    const [, begun, firstArgs = ''] = BEGUN.exec(text) ?? []
    if (begun !== undefined) {
      underWay.set(thread, { name: begun, args: firstArgs, start: place })
      continue
    }
    const [, resumed, moreArgs = '', lateResult] = RESUMED.exec(text) ?? []
    const known = underWay.get(thread)
    if (resumed !== undefined && known?.name === resumed) {
      underWay.delete(thread)
      calls.push({ ...known, thread, args: known.args + moreArgs, result: resultOf(lateResult), end: place })
    } else if (!NEWS.test(text)) throw new Error(`line ${place + 1} of the trace is not known: ${text.slice(0, 200)}`)
  }
  for (const [thread, call] of underWay) calls.push({ ...call, thread, result: undefined, end: Infinity })
  return calls.sort((a, b) => takesEffect(a) - takesEffect(b) || a.start - b.start)
}

/** A thread belongs to the process that its first thread names. */
const processesOf = (calls: readonly Started[]): ((thread: number) => number) => {
  const parents = new Map<number, number>()
  for (const { thread, name, args, result } of calls)
    if (STARTS_PROCESS.has(name) && args.includes('CLONE_FILES') && result !== undefined) parents.set(result, thread)
  const find = (thread: number): number => {
    const parent = parents.get(thread)
    return parent === undefined ? thread : find(parent)
  }
  return find
}

/**
 * Reads what `strace -f -ttt -xx` wrote: strings and paths are hexadecimal, so a comma or a bracket is never part of one.
 * @throws Error for a line that it does not know
 */
export const readTrace = (text: string): Trace => {
  const lines: Line[] = []
  const times: number[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, thread, seconds, rest] = LINE.exec(line) ?? []
    if (rest === undefined) throw new Error(`the trace has a line without a time: ${line.slice(0, 200)}`)
    lines.push({ thread: Number(thread), text: rest })
    times.push(Number(seconds) * 1000)
  }
  const started = joinCalls(lines)
  const processOf = processesOf(started)
  return { calls: started.map(({ thread, ...call }) => ({ ...call, process: processOf(thread) })), times }
}
