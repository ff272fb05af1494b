import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { AddedMountsSchema } from '../../src/contract/site/added-mounts.ts'
import { RemoteNameSchema } from '../../src/contract/site/remote.ts'
import { SHELL_NAME } from '../front-end.ts'

/** File in each release folder, including the shell's. */
export const CONTRACT_RECORD = 'contract.json'

/** `shared/ui` → version or range. */
const Modules = v.record(v.string(), v.string())
const ByRemote = v.record(v.string(), v.array(v.string()))
const Versions = v.record(v.string(), v.number())

/** `shared/ui` → names; a module is missing if they are unknown. */
const ExportNamesSchema = v.record(v.string(), v.array(v.string()))
/** Shared module → names of its exports. */
export type ExportNames = v.InferOutput<typeof ExportNamesSchema>

const RemoteContractSchema = v.object({
  name: RemoteNameSchema,
  release: v.string(),
  contract: v.number(),
  /** Mount patterns with a page. */
  routes: v.array(v.string()),
  slots: v.array(v.string()),
  /** Absent for built-in remotes. */
  mounts: v.optional(AddedMountsSchema),
  /** `mf_signing/page-picture` → version of its props. Absent in older releases. */
  offers: v.optional(Versions),
  uses: v.optional(Versions),
  needs: Modules,
  /** Absent in older releases, as in the shell's. */
  imports: v.optional(ExportNamesSchema),
})
/** Needs and offers of a remote, written at its build. */
export type RemoteContract = v.InferOutput<typeof RemoteContractSchema>

const ShellContractSchema = v.object({
  name: v.literal(SHELL_NAME),
  release: v.string(),
  contract: v.number(),
  mounts: ByRemote,
  /** Mounts that a release may lack. Absent in older shells. */
  announced: v.optional(ByRemote),
  slots: ByRemote,
  provides: Modules,
  exports: v.optional(ExportNamesSchema),
})
/** Provisions and expectations of a shell. `exports` is missing in records of old shells. */
export type ShellContract = v.InferOutput<typeof ShellContractSchema>

export const ContractSchema = v.variant('name', [RemoteContractSchema, ShellContractSchema])
export type RecordedContract = v.InferOutput<typeof ContractSchema>

/** @throws ValiError for an invalid record */
export const parseContract = (text: string): RecordedContract => v.parse(ContractSchema, JSON.parse(text))

/** @returns undefined for a release without a record */
export const readContract = (folder: string): RecordedContract | undefined => {
  const record = join(folder, CONTRACT_RECORD)
  return existsSync(record) ? parseContract(readFileSync(record, 'utf8')) : undefined
}
