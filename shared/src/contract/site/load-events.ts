import * as v from 'valibot'
import { ReleaseIdSchema } from './registry.ts'
import { RemoteNameSchema } from './remote.ts'

/** `fell-back`: the page runs the previous release. */
const loadOutcomes = ['loaded', 'retried', 'fell-back', 'failed'] as const

/** Defined in shell/src/remotes/machine.ts. */
export const loadErrors = ['registry', 'load', 'timeout', 'contract', 'version'] as const

/** Contains no personal data. */
export const LoadEventSchema = v.strictObject({
  remote: RemoteNameSchema,
  /** Null if the registry has none. */
  release: v.nullable(ReleaseIdSchema),
  outcome: v.picklist(loadOutcomes),
  /** Milliseconds, including back-off. */
  ms: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)),
  /** Of the last failed attempt. */
  error: v.nullable(v.picklist(loadErrors)),
})
export type LoadEvent = v.InferOutput<typeof LoadEventSchema>

/** Three remotes, each with a few retries. */
export const LOAD_EVENTS_MAX = 20

/** Body of `POST /mf-events`. */
export const LoadEventsSchema = v.pipe(v.array(LoadEventSchema), v.minLength(1), v.maxLength(LOAD_EVENTS_MAX))
