import {
  IntegritySchema,
  RegistrySchema,
  ReleaseIdSchema,
  ReleaseSchema,
  RemoteEntrySchema,
  remoteNames,
} from 'shared/contract'
import * as v from 'valibot'

export const StoredReleaseSchema = v.object({
  ...ReleaseSchema.entries,
  /** Integrity of `integrity.json`, which lists all files. */
  files: v.optional(IntegritySchema),
})
export type StoredRelease = v.InferOutput<typeof StoredReleaseSchema>

export const MAX_WITHDRAWALS = 10

const WithdrawalSchema = v.object({
  release: ReleaseIdSchema,
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** `errors` and `crashes`: by rule. */
  why: v.picklist(['rolled-back', 'errors', 'crashes']),
})
export type Withdrawal = v.InferOutput<typeof WithdrawalSchema>

const StoredEntrySchema = v.object({
  ...RemoteEntrySchema.entries,
  /** Oldest first; none of them is named above. */
  withdrawn: v.optional(v.pipe(v.array(WithdrawalSchema), v.maxLength(MAX_WITHDRAWALS))),
  releases: v.record(ReleaseIdSchema, StoredReleaseSchema),
})
export type StoredEntry = v.InferOutput<typeof StoredEntrySchema>

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

/** @throws ValiError if a page would reject it too */
export const parseStored = (value: unknown): StoredRegistry => {
  v.assert(RegistrySchema, value)
  return v.parse(StoredRegistrySchema, value)
}
