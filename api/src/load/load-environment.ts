import { getHeapStatistics } from 'node:v8'
import * as v from 'valibot'

const whole = (fallback: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,7}$/, 'debe ser un número entero (0: sin límite)'),
      v.transform(Number),
      v.transform((value) => (value === 0 ? null : value)),
    ),
    fallback,
  )

const MB = 1024 * 1024
/** Share of the heap that Node allows: beyond it collecting garbage takes more time than working. */
const HEAP_SHARE = 0.9

const heapDefault = (): string => String(Math.floor((getHeapStatistics().heap_size_limit * HEAP_SHARE) / MB))

/** Beyond what a process sends callers away, to come back in a moment (`shed-load.ts`). 0: no limit. */
export const loadVariables = {
  /** Mean delay of the event loop over a second, in milliseconds: each step of each call waits for so long. */
  SHED_EVENT_LOOP_MS: whole('500'),
  /** JavaScript heap, in MB. */
  SHED_HEAP_MB: whole(heapDefault()),
  /** Memory of the whole process, in MB. None by default: what the system does not take back would never pass. */
  SHED_RSS_MB: whole('0'),
  /** Signatures under way, and waiting for their turn. */
  SHED_SIGNINGS: whole('100'),
  /** Uploads that have arrived and wait to be looked at. */
  SHED_UPLOADS: whole('50'),
}

/** What one process takes at once. `null`: no limit. */
export interface LoadEnvironment {
  readonly pressure: Pressure
  readonly signingsAtOnce: number | null
  readonly uploadsAtOnce: number | null
}

/** What the process as a whole may come to. */
export interface Pressure {
  /** Milliseconds. */
  readonly eventLoopDelay: number | null
  /** Bytes. */
  readonly heap: number | null
  /** Bytes. */
  readonly memory: number | null
}

const LoadVariables = v.object(loadVariables)

const bytes = (megabytes: number | null): number | null => (megabytes === null ? null : megabytes * MB)

export const loadEnvironmentOf = (values: v.InferOutput<typeof LoadVariables>): LoadEnvironment => ({
  pressure: {
    eventLoopDelay: values.SHED_EVENT_LOOP_MS,
    heap: bytes(values.SHED_HEAP_MB),
    memory: bytes(values.SHED_RSS_MB),
  },
  signingsAtOnce: values.SHED_SIGNINGS,
  uploadsAtOnce: values.SHED_UPLOADS,
})
