import * as v from 'valibot'
import { remoteNames } from './remote.ts'

/** A folder's name, too: it never begins with a dot. */
export const ReleaseIdSchema = v.pipe(v.string(), v.regex(/^\w[\w.+-]{0,79}$/))
/** `sha384-…`, as browsers take it. */
export const IntegritySchema = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]+=*$/))

/** One release of a remote: an immutable folder below `/r/<name>/<release>/`. */
export const ReleaseSchema = v.object({
  /** Address of mf-manifest.json, relative to the site or absolute. */
  manifest: v.pipe(v.string(), v.nonEmpty()),
  /** Subresource integrity of the manifest: `sha384-…`. */
  integrity: IntegritySchema,
  /** Semver range of `shared` that the release was built against. */
  shared: v.string(),
})
export type Release = v.InferOutput<typeof ReleaseSchema>

export const RemoteEntrySchema = v.pipe(
  v.object({
    active: ReleaseIdSchema,
    fallback: v.nullable(ReleaseIdSchema),
    /** A release that `percent` of all tabs try out; for them, the active one is what they fall back to. */
    canary: v.optional(
      v.object({ release: ReleaseIdSchema, percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)) }),
    ),
    releases: v.record(ReleaseIdSchema, ReleaseSchema),
  }),
  v.check((entry) => entry.active in entry.releases, 'the active release is not listed'),
  v.check((entry) => entry.fallback === null || entry.fallback in entry.releases, 'the fallback release is not listed'),
  v.check(({ canary, releases }) => !canary || canary.release in releases, 'the canary release is not listed'),
)
export type RemoteEntry = v.InferOutput<typeof RemoteEntrySchema>

/** `/registry.json`: which release of each remote the site runs. Written atomically, never cached. */
export const RegistrySchema = v.object({
  version: v.literal(1),
  remotes: v.partial(
    v.object({
      [remoteNames[0]]: RemoteEntrySchema,
      [remoteNames[1]]: RemoteEntrySchema,
      [remoteNames[2]]: RemoteEntrySchema,
    }),
  ),
})
export type Registry = v.InferOutput<typeof RegistrySchema>
