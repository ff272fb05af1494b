import {
  IntegritySchema,
  RegistrySchema,
  ReleaseIdSchema,
  ReleaseSchema,
  RemoteEntrySchema,
  RemoteNameSchema,
} from 'shared/contract'
import { AddedMountsSchema, addedMounts } from 'shared/contract/added-mounts'
import * as v from 'valibot'

/** On another origin: in a folder, of which the policy of pages speaks. */
const MANIFEST =
  /^(?:(?:https:\/\/[a-z0-9][a-z0-9.-]*|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?(?=\/[^/]+\/))?(?:\/\w[\w.+-]*)+$/

export const StoredReleaseSchema = v.object({
  ...ReleaseSchema.entries,
  manifest: v.pipe(v.string(), v.regex(MANIFEST)),
  /** Integrity of `integrity.json`, which lists all files. */
  files: v.optional(IntegritySchema),
  /** Of an added remote. */
  mounts: v.optional(AddedMountsSchema),
})
export type StoredRelease = v.InferOutput<typeof StoredReleaseSchema>

export const MAX_WITHDRAWALS = 10

const WithdrawalSchema = v.object({
  release: ReleaseIdSchema,
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** `errors` and `crashes`: by rule. */
  why: v.picklist(['rolled-back', 'errors', 'crashes']),
})
export type StoredWithdrawal = v.InferOutput<typeof WithdrawalSchema>

export const MAX_CLEARED = 100

/** By whom, if the site asks for two people; ids of their tokens. */
const ApprovalSchema = v.object({
  publishedBy: v.string(),
  approvedBy: v.string(),
  at: v.pipe(v.string(), v.isoTimestamp()),
})
export type StoredApproval = v.InferOutput<typeof ApprovalSchema>

const ClearedSchema = v.object({
  release: ReleaseIdSchema,
  /** A deleted release may come back under the same name with other files. */
  files: IntegritySchema,
  /** Absent if one person may publish, and for commands on the site's machine. */
  approval: v.optional(ApprovalSchema),
})
export type ClearedRelease = v.InferOutput<typeof ClearedSchema>

const StoredEntrySchema = v.object({
  ...RemoteEntrySchema.entries,
  /**
   * Releases that ran here, oldest first: one publisher may go back to them.
   * Absent in files of older sites.
   */
  cleared: v.optional(v.pipe(v.array(ClearedSchema), v.maxLength(MAX_CLEARED))),
  /** Oldest first; none of them is named above. */
  withdrawn: v.optional(v.pipe(v.array(WithdrawalSchema), v.maxLength(MAX_WITHDRAWALS))),
  /** When `active` went live. Absent in files of older sites. */
  liveSince: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  releases: v.record(ReleaseIdSchema, StoredReleaseSchema),
  mounts: v.optional(AddedMountsSchema),
})
export type StoredEntry = v.InferOutput<typeof StoredEntrySchema>

const bytesUpTo = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(most))

export const MAX_BUDGETS = 100

/** Of an added remote, gzipped. */
const BudgetSchema = v.object({ routeBytes: bytesUpTo(1_000_000), totalBytes: bytesUpTo(10_000_000) })

const StatedBudgetSchema = v.object({
  remote: RemoteNameSchema,
  ...BudgetSchema.entries,
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Name of the account on the site's machine. */
  by: v.pipe(v.string(), v.maxLength(64)),
})
export type StoredBudget = v.InferOutput<typeof StatedBudgetSchema>

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
  /** Oldest first: the last one of a remote is in force. Absent: the default for all. */
  budgets: v.optional(v.pipe(v.array(StatedBudgetSchema), v.maxLength(MAX_BUDGETS))),
})
export type StoredRegistry = v.InferOutput<typeof StoredRegistrySchema>

/** @throws ValiError if a page would reject it too */
export const parseStored = (value: unknown): StoredRegistry => {
  v.assert(RegistrySchema, value)
  return v.parse(StoredRegistrySchema, value)
}
