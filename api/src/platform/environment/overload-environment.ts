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
/** Beyond this share of Node's heap limit, garbage collection dominates. */
const HEAP_SHARE = 0.9

const heapDefault = (): string => String(Math.floor((getHeapStatistics().heap_size_limit * HEAP_SHARE) / MB))

/** Beyond them the server responds 503 (`shed-load.ts`). 0: no limit. */
export const loadVariables = {
  /** Mean event loop delay over a second, in milliseconds. */
  SHED_EVENT_LOOP_MS: whole('500'),
  /** MB. */
  SHED_HEAP_MB: whole(heapDefault()),
  /** MB; off by default, because resident memory may stay high after a peak. */
  SHED_RSS_MB: whole('0'),
  /** Running or queued. */
  SHED_SIGNINGS: whole('100'),
  /** Received but not yet inspected. */
  SHED_UPLOADS: whole('50'),
}

/** `null` means unlimited. */
export interface LoadEnvironment {
  readonly pressure: PressureLimits
  readonly signingsAtOnce: number | null
  readonly uploadsAtOnce: number | null
}

export interface PressureLimits {
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
