import {
  IntegritySchema,
  RegistrySchema,
  ReleaseIdSchema,
  ReleaseSchema,
  RemoteEntrySchema,
  remoteNames,
} from 'shared/contract'
import * as v from 'valibot'

/** A release with what only those who release it ask for. */
export const StoredReleaseSchema = v.object({
  ...ReleaseSchema.entries,
  /** Integrity of `integrity.json` beside the manifest, which holds that of every file; absent where there is none. */
  files: v.optional(IntegritySchema),
})
export type StoredRelease = v.InferOutput<typeof StoredReleaseSchema>

const StoredEntrySchema = v.object({
  ...RemoteEntrySchema.entries,
  /** The build that was last published here: a start does not publish it again once it was rolled back. */
  built: v.optional(ReleaseIdSchema),
  releases: v.record(ReleaseIdSchema, StoredReleaseSchema),
})
export type StoredEntry = v.InferOutput<typeof StoredEntrySchema>

/** `registry.json` as it lies on the disk: what pages get of it, and what the release tool has to know. */
export const StoredRegistrySchema = v.object({
  version: RegistrySchema.entries.version,
  remotes: v.partial(
    v.object({
      [remoteNames[0]]: StoredEntrySchema,
      [remoteNames[1]]: StoredEntrySchema,
      [remoteNames[2]]: StoredEntrySchema,
    }),
  ),
})
export type StoredRegistry = v.InferOutput<typeof StoredRegistrySchema>

/** @throws ValiError where a page would not accept it either */
export const parseStored = (value: unknown): StoredRegistry => {
  v.assert(RegistrySchema, value)
  return v.parse(StoredRegistrySchema, value)
}
