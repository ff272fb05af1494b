import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { AddedMountsSchema } from '../../src/contract/site/added-mounts.ts'
import { mounts } from '../../src/contract/site/paths.ts'
import { isBuiltIn, REMOTE_CONTRACT, RemoteNameSchema, remoteNames } from '../../src/contract/site/remote.ts'
import { type FrontEnd, isShell, SHELL_NAME } from '../front-end.ts'
import { type SharedModule, sharedModules } from '../webpack/sharing.ts'
import { readApp } from './read-app.ts'
import { builtInSlots, offeredSlots, usedSlots } from './slot-versions.ts'

/** File in each release folder, including the shell's. */
const CONTRACT_RECORD = 'contract.json'

/** `shared/ui` → version or range. */
const Modules = v.record(v.string(), v.string())
const ByRemote = v.record(v.string(), v.array(v.string()))
const Versions = v.record(v.string(), v.number())

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
})
export type RemoteContract = v.InferOutput<typeof RemoteContractSchema>

const ShellContractSchema = v.object({
  name: v.literal(SHELL_NAME),
  release: v.string(),
  contract: v.number(),
  mounts: ByRemote,
  slots: ByRemote,
  provides: Modules,
})
export type ShellContract = v.InferOutput<typeof ShellContractSchema>

const ContractSchema = v.variant('name', [RemoteContractSchema, ShellContractSchema])
export type Contract = v.InferOutput<typeof ContractSchema>

/** @throws ValiError for an invalid record */
export const parseContract = (text: string): Contract => v.parse(ContractSchema, JSON.parse(text))

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT'

/** @returns undefined for a release without a record */
export const readContract = (folder: string): Contract | undefined => {
  try {
    return parseContract(readFileSync(join(folder, CONTRACT_RECORD), 'utf8'))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const ofEachRemote = (list: (name: string) => string[]): Record<string, string[]> =>
  Object.fromEntries(remoteNames.map((name) => [name, list(name)]))

export const shellContract = (release: string, provides: Readonly<Record<string, string>>): ShellContract => ({
  name: SHELL_NAME,
  release,
  contract: REMOTE_CONTRACT,
  mounts: ofEachRemote((name) => mounts.filter(({ remote }) => remote === name).map(({ path }) => path)),
  slots: ofEachRemote(builtInSlots),
  provides: { ...provides },
})

const CONSUMED = /^consume-shared-module\|[^|]*\|([^|]+)\|/
const PROVIDED = /^provide module \([^)]*\) (.+)@([^@\s]+) = /

const sorted = (modules: readonly (readonly [name: string, version: string])[]): Record<string, string> =>
  Object.fromEntries([...modules].sort(([a], [b]) => (a < b ? -1 : 1)))

/** Only webpack's identifiers list them. */
export const providedIn = (identifiers: Iterable<string>): Record<string, string> =>
  sorted(
    [...identifiers].flatMap((identifier) => {
      const [, name, version] = PROVIDED.exec(identifier) ?? []
      return name && version ? [[name, version] as const] : []
    }),
  )

/** The identifier's range is garbled (2.9.2), so it comes from the policy. */
export const consumedIn = (
  identifiers: Iterable<string>,
  policy: Readonly<Record<string, SharedModule>>,
): Record<string, string> =>
  sorted(
    [...identifiers].flatMap((identifier) => {
      const name = CONSUMED.exec(identifier)?.[1]
      if (name === undefined) return []
      const rule = policy[name] ?? policy[`${name.split('/')[0]}/`]
      if (!rule) throw new Error(`${name} is shared although the policy does not say so`)
      return [[name, rule.requiredVersion] as const]
    }),
  )

/** @throws if a page is outside of the mounts, or a mount has no page */
const mountsFor = ({ name, mounts: added }: FrontEnd, routes: readonly string[]): Pick<RemoteContract, 'mounts'> => {
  if (isBuiltIn(name)) return {}
  const declared = v.parse(AddedMountsSchema, added ?? [])
  const outside = routes.find((path) => !declared.some(({ prefix }) => `${path}/`.startsWith(`${prefix}/`)))
  if (outside !== undefined) throw new Error(`${outside} is below no prefix of mounts in build.ts`)
  const empty = declared.find(({ prefix }) => !routes.includes(prefix))
  if (empty) throw new Error(`src/app.tsx has no page for ${empty.prefix}, a prefix of mounts in build.ts`)
  return { mounts: declared }
}

const remoteContract = (frontEnd: FrontEnd, release: string, identifiers: Iterable<string>): RemoteContract => {
  const app = readApp(readFileSync(join(frontEnd.root, 'src', 'app.tsx'), 'utf8'))
  return {
    name: v.parse(RemoteNameSchema, frontEnd.name),
    release,
    ...app,
    ...mountsFor(frontEnd, app.routes),
    offers: offeredSlots(frontEnd, app.slots),
    uses: usedSlots(frontEnd),
    needs: consumedIn(identifiers, sharedModules(frontEnd, 'release')),
  }
}

export const contractOf = (frontEnd: FrontEnd, release: string, identifiers: Iterable<string>): Contract =>
  isShell(frontEnd) ? shellContract(release, providedIn(identifiers)) : remoteContract(frontEnd, release, identifiers)

export const writeContract = (folder: string, contract: Contract): Promise<void> =>
  writeFile(join(folder, CONTRACT_RECORD), `${JSON.stringify(contract, undefined, 2)}\n`)
