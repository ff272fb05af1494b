import {
  AddedMountsSchema,
  addedMounts,
  IntegritySchema,
  RegistrySchema,
  ReleaseIdSchema,
  ReleaseSchema,
  RemoteEntrySchema,
  RemoteNameSchema,
} from 'shared/contract'
import * as v from 'valibot'

export const StoredReleaseSchema = v.object({
  ...ReleaseSchema.entries,
  /** Integrity of `integrity.json`, which lists all files. */
  files: v.optional(IntegritySchema),
})
export type StoredRelease = v.InferOutput<typeof StoredReleaseSchema>

const StoredEntrySchema = v.object({
  ...RemoteEntrySchema.entries,
  releases: v.record(ReleaseIdSchema, StoredReleaseSchema),
  mounts: v.optional(AddedMountsSchema),
})
export type StoredEntry = v.InferOutput<typeof StoredEntrySchema>

export const StoredRegistrySchema = v.object({
  version: RegistrySchema.entries.version,
  remotes: v.pipe(
    v.record(RemoteNameSchema, StoredEntrySchema),
    v.check(
      (remotes) =>
        Object.values(remotes).flatMap((entry) => entry?.mounts ?? []).length === addedMounts(remotes).length,
      'two mounts have the same prefix, or a built-in remote has mounts',
    ),
  ),
})
export type StoredRegistry = v.InferOutput<typeof StoredRegistrySchema>

/** @throws ValiError if a page would reject it too */
export const parseStored = (value: unknown): StoredRegistry => {
  v.assert(RegistrySchema, value)
  return v.parse(StoredRegistrySchema, value)
}
