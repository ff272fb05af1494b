import * as v from 'valibot'
import { isBuiltIn, isRemoteName, RemoteNameSchema } from './remote.ts'

/** Also a folder name: never starts with a dot. */
export const ReleaseIdSchema = v.pipe(v.string(), v.regex(/^\w[\w.+-]{0,79}$/))
/** Subresource integrity, SHA-384. */
export const IntegritySchema = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]+=*$/))

/** Immutable folder below `/r/<name>/<release>/`. */
export const ReleaseSchema = v.object({
  /** Of mf-manifest.json; relative or absolute. */
  manifest: v.pipe(v.string(), v.nonEmpty()),
  integrity: IntegritySchema,
  /** Semver range of `shared` at build time. */
  shared: v.string(),
})
export type Release = v.InferOutput<typeof ReleaseSchema>

/** One remote: what is live, what tabs fall back to, and which releases there are. */
export const RemoteEntrySchema = v.pipe(
  v.object({
    active: ReleaseIdSchema,
    fallback: v.nullable(ReleaseIdSchema),
    /** The active release is the fallback of these tabs. */
    canary: v.optional(
      v.object({ release: ReleaseIdSchema, percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)) }),
    ),
    releases: v.record(ReleaseIdSchema, ReleaseSchema),
    /** Of an added remote: those of its active release (added-mounts.ts). */
    mounts: v.optional(v.unknown()),
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
