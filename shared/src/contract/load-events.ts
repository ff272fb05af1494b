import * as v from 'valibot'
import { ReleaseIdSchema } from './registry.ts'
import { remoteNames } from './remote.ts'

/** `retried`: the release that was wanted, at the second attempt. `fell-back`: the release before it. */
export const loadOutcomes = ['loaded', 'retried', 'fell-back', 'failed'] as const

/** Why an attempt failed; the loader's own words (shell/src/remotes/machine.ts). */
export const loadErrors = ['registry', 'load', 'timeout', 'contract', 'version'] as const

/** How the load of one remote went, for the team whose remote it is. It says nothing of the person. */
export const LoadEventSchema = v.strictObject({
  remote: v.picklist(remoteNames),
  /** The release that is shown, or the one that was tried last; null when the registry named none. */
  release: v.nullable(ReleaseIdSchema),
  outcome: v.picklist(loadOutcomes),
  /** Milliseconds from the first wish to the end, with every pause. */
  ms: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)),
  /** Why the last failed attempt failed; null when none did. */
  error: v.nullable(v.picklist(loadErrors)),
})
export type LoadEvent = v.InferOutput<typeof LoadEventSchema>

/** A page has three remotes, and each may be retried a few times before the events travel. */
export const LOAD_EVENTS_MAX = 20

/** Body of `POST /mf-events`. */
export const LoadEventsSchema = v.pipe(v.array(LoadEventSchema), v.minLength(1), v.maxLength(LOAD_EVENTS_MAX))
