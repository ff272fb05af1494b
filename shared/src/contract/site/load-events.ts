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

const errorKinds = ['load', 'blank', 'render', 'script', 'promise', 'blocked-style', 'blocked-script'] as const
/**
 * Where an uncaught error came from. `load`: the code did not load; `blank`: it did, and no screen appeared;
 * `blocked-…`: the content security policy refused a style or a script of it, which decides nothing.
 */
export type ErrorKind = (typeof errorKinds)[number]

/** A file of the release with line and column: no name, no text, no address. */
const FrameSchema = v.pipe(v.string(), v.regex(/^[\w+-][\w.+-]{0,79}\.js:\d{1,7}:\d{1,7}$/))

/** Topmost frames of an error that are sent. */
const FRAMES_MAX = 3

/** Sent once per page, release and kind. */
const ErrorEventSchema = v.strictObject({
  remote: RemoteNameSchema,
  release: ReleaseIdSchema,
  kind: v.picklist(errorKinds),
  /** Of this release in this page. */
  first: v.boolean(),
  /** Topmost first, on sites that ask for them. */
  frames: v.optional(v.pipe(v.array(FrameSchema), v.minLength(1), v.maxLength(FRAMES_MAX))),
})
export type ErrorEvent = v.InferOutput<typeof ErrorEventSchema>

const SiteEventSchema = v.union([LoadEventSchema, MountEventSchema, ErrorEventSchema])
/** Contains no personal data: no message, address or identifier. */
export type SiteEvent = v.InferOutput<typeof SiteEventSchema>

/** A page sends the rest in another call. */
export const SITE_EVENTS_MAX = 20

/** Body of `POST /mf-events` of older shells, without the page's token. */
export const SiteEventsSchema = v.pipe(v.array(SiteEventSchema), v.minLength(1), v.maxLength(SITE_EVENTS_MAX))

/** Name of the entry in `Server-Timing` by which a served page gets its token. */
export const REPORT_TIMING = 'report'
/** Name of the entry that asks for the frames of errors. */
export const FRAMES_TIMING = 'frames'

/** Body of `POST /mf-events`. */
export const SiteReportSchema = v.strictObject({
  /** Of the page; '' if it has none. */
  token: v.pipe(v.string(), v.maxLength(2000)),
  events: SiteEventsSchema,
})
export type SiteReport = v.InferOutput<typeof SiteReportSchema>
