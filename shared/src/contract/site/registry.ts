import * as v from 'valibot'
import { AddedMountsSchema } from './added-mounts.ts'
import { isBuiltIn, isRemoteName, RemoteNameSchema } from './remote.ts'

/** Also a folder name: never starts with a dot. */
export const ReleaseIdSchema = v.pipe(v.string(), v.regex(/^\w[\w.+-]{0,79}$/))
export const IntegritySchema = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]+=*$/))

/** On another origin: in a folder, of which the policy of pages speaks. */
const MANIFEST =
  /^(?:(?:https:\/\/[a-z0-9][a-z0-9.-]*|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?(?=\/[^/]+\/))?(?:\/\w[\w.+-]*)+$/

/** Immutable folder below `/r/<name>/<release>/`. */
export const ReleaseSchema = v.object({
  /** Of mf-manifest.json; relative to the site or absolute. */
  manifest: v.pipe(v.string(), v.regex(MANIFEST)),
  integrity: IntegritySchema,
  /** Semver range of `shared` at build time. */
  shared: v.string(),
})
export type Release = v.InferOutput<typeof ReleaseSchema>

export const RemoteEntrySchema = v.pipe(
  v.object({
    active: ReleaseIdSchema,
    fallback: v.nullable(ReleaseIdSchema),
    /** The active release is the fallback of these tabs. */
    canary: v.optional(
      v.object({ release: ReleaseIdSchema, percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)) }),
    ),
    releases: v.record(ReleaseIdSchema, ReleaseSchema),
    /** Of an added remote: those of its active release. */
    mounts: v.fallback(v.optional(AddedMountsSchema), undefined),
  }),
  v.check((entry) => Object.hasOwn(entry.releases, entry.active), 'the active release is not listed'),
  v.check(
    (entry) => entry.fallback === null || Object.hasOwn(entry.releases, entry.fallback),
    'the fallback release is not listed',
  ),
  v.check(
    ({ canary, releases }) => !canary || Object.hasOwn(releases, canary.release),
    'the canary release is not listed',
  ),
)
export type RemoteEntry = v.InferOutput<typeof RemoteEntrySchema>

/** `/registry.json`. Written atomically, never cached. */
export const RegistrySchema = v.object({
  version: v.literal(1),
  remotes: v.record(RemoteNameSchema, RemoteEntrySchema),
})
export type Registry = v.InferOutput<typeof RegistrySchema>

const Unread = v.looseObject({ remotes: v.record(v.string(), v.unknown()) })

/**
 * Ignores added remotes that it cannot read: later versions may know more.
 * @throws ValiError
 */
export const parseRegistry = (answer: unknown): Registry => {
  if (!v.is(Unread, answer)) return v.parse(RegistrySchema, answer)
  const known = Object.entries(answer.remotes).filter(
    ([name, entry]) => isBuiltIn(name) || (isRemoteName(name) && v.is(RemoteEntrySchema, entry)),
  )
  return v.parse(RegistrySchema, { ...answer, remotes: Object.fromEntries(known) })
}
