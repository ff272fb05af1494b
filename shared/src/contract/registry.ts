import * as v from 'valibot'
import { remoteNames } from './remote.ts'

const ReleaseId = v.pipe(v.string(), v.regex(/^[\w.+-]{1,80}$/))

/** One release of a remote: an immutable folder below `/r/<name>/<release>/`. */
export const ReleaseSchema = v.object({
  /** Address of mf-manifest.json, relative to the site or absolute. */
  manifest: v.pipe(v.string(), v.nonEmpty()),
  /** Subresource integrity of the manifest: `sha384-…`. */
  integrity: v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]+=*$/)),
  /** Semver range of `shared` that the release was built against. */
  shared: v.string(),
})
export type Release = v.InferOutput<typeof ReleaseSchema>

export const RemoteEntrySchema = v.pipe(
  v.object({
    active: ReleaseId,
    fallback: v.nullable(ReleaseId),
    releases: v.record(ReleaseId, ReleaseSchema),
  }),
  v.check((entry) => entry.active in entry.releases, 'the active release is not listed'),
  v.check((entry) => entry.fallback === null || entry.fallback in entry.releases, 'the fallback release is not listed'),
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
