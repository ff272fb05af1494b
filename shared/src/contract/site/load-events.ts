import * as v from 'valibot'
import { ReleaseIdSchema } from './registry.ts'
import { RemoteNameSchema } from './remote.ts'

/** `fell-back`: the page runs the previous release. */
const loadOutcomes = ['loaded', 'retried', 'fell-back', 'failed'] as const

/** Defined in ../../host/loading/machine.ts. */
export const loadErrors = ['registry', 'load', 'timeout', 'contract', 'version'] as const

/** Includes back-off. */
const MillisecondsSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000))

/** How a remote's code loaded, counted by the site server. `ms` until it was ready. */
export const LoadEventSchema = v.strictObject({
  remote: RemoteNameSchema,
  /** Null if the registry has none. */
  release: v.nullable(ReleaseIdSchema),
  outcome: v.picklist(loadOutcomes),
  ms: MillisecondsSchema,
  /** Of the last failed attempt. */
  error: v.nullable(v.picklist(loadErrors)),
})
export type LoadEvent = v.InferOutput<typeof LoadEventSchema>

/** The first screen of a remote in a page. */
const MountEventSchema = v.strictObject({
  remote: RemoteNameSchema,
  release: ReleaseIdSchema,
  mountMs: MillisecondsSchema,
})
/** A loaded remote showed its page after `mountMs`. */
export type MountEvent = v.InferOutput<typeof MountEventSchema>

const errorKinds = ['load', 'blank', 'render', 'script', 'promise'] as const
/** Where an uncaught error came from. `load`: the code did not load; `blank`: it did, and no screen appeared. */
export type ErrorKind = (typeof errorKinds)[number]

/** Sent once per page, release and kind. */
const ErrorEventSchema = v.strictObject({
  remote: RemoteNameSchema,
  release: ReleaseIdSchema,
  kind: v.picklist(errorKinds),
  /** Of this release in this page. */
  first: v.boolean(),
})
export type ErrorEvent = v.InferOutput<typeof ErrorEventSchema>

const SiteEventSchema = v.union([LoadEventSchema, MountEventSchema, ErrorEventSchema])
/** Contains no personal data: no message, address or identifier. */
export type SiteEvent = v.InferOutput<typeof SiteEventSchema>

/** A page sends the rest in another call. */
export const SITE_EVENTS_MAX = 20

/** Body of `POST /mf-events`. */
export const SiteEventsSchema = v.pipe(v.array(SiteEventSchema), v.minLength(1), v.maxLength(SITE_EVENTS_MAX))
