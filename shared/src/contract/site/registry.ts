import * as v from 'valibot'
import { AddedMountsSchema, addedMounts } from './added-mounts.ts'
import { isBuiltIn, RemoteNameSchema } from './remote.ts'

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
    mounts: v.optional(AddedMountsSchema),
  }),
  v.check((entry) => entry.active in entry.releases, 'the active release is not listed'),
  v.check((entry) => entry.fallback === null || entry.fallback in entry.releases, 'the fallback release is not listed'),
  v.check(({ canary, releases }) => !canary || canary.release in releases, 'the canary release is not listed'),
)
export type RemoteEntry = v.InferOutput<typeof RemoteEntrySchema>

/** `/registry.json`. Written atomically, never cached. */
export const RegistrySchema = v.object({
  version: v.literal(1),
  remotes: v.pipe(
    v.record(RemoteNameSchema, RemoteEntrySchema),
    v.check(
      (remotes) => Object.entries(remotes).every(([name, entry]) => !entry?.mounts || !isBuiltIn(name)),
      'a built-in remote names mounts',
    ),
    v.check(
      (remotes) =>
        Object.values(remotes).flatMap((entry) => entry?.mounts ?? []).length === addedMounts(remotes).length,
      'two mounts have the same prefix',
    ),
  ),
})
export type Registry = v.InferOutput<typeof RegistrySchema>
