import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { mounts } from '../../src/contract/site/paths.ts'
import { REMOTE_CONTRACT, type RemoteName, remoteNames, type SlotName } from '../../src/contract/site/remote.ts'
import { type FrontEnd, isShell, SHELL_NAME } from '../front-end.ts'
import { type SharedModule, sharedModules } from '../webpack/sharing.ts'
import { readApp } from './read-app.ts'

/** File in each release folder, including the shell's. */
const CONTRACT_RECORD = 'contract.json'

/** `shared/ui` → version or range. */
const Modules = v.record(v.string(), v.string())
const byRemote = v.record(v.picklist(remoteNames), v.array(v.string()))

const RemoteContractSchema = v.object({
  name: v.picklist(remoteNames),
  release: v.string(),
  contract: v.number(),
  /** Mount patterns with a page. */
  routes: v.array(v.string()),
  slots: v.array(v.string()),
  needs: Modules,
})
export type RemoteContract = v.InferOutput<typeof RemoteContractSchema>

const ShellContractSchema = v.object({
  name: v.literal(SHELL_NAME),
  release: v.string(),
  contract: v.number(),
  mounts: byRemote,
  slots: byRemote,
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

/** The compiler keeps this list complete. */
const everySlot: { readonly [N in RemoteName]: Readonly<Record<SlotName<N>, true>> } = {
  mf_auth: {},
  mf_documents: {},
  mf_signing: { 'document-editor': true, 'url-generator': true, 'page-picture': true },
}

const ofEachRemote = (list: (name: RemoteName) => readonly string[]): Record<RemoteName, string[]> => ({
  mf_auth: [...list('mf_auth')],
  mf_documents: [...list('mf_documents')],
  mf_signing: [...list('mf_signing')],
})

export const shellContract = (release: string, provides: Readonly<Record<string, string>>): ShellContract => ({
  name: SHELL_NAME,
  release,
  contract: REMOTE_CONTRACT,
  mounts: ofEachRemote((name) => mounts.filter(({ remote }) => remote === name).map(({ path }) => path)),
  slots: ofEachRemote((name) => Object.keys(everySlot[name])),
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

export const contractOf = (frontEnd: FrontEnd, release: string, identifiers: Iterable<string>): Contract =>
  isShell(frontEnd) || frontEnd.name === SHELL_NAME
    ? shellContract(release, providedIn(identifiers))
    : {
        name: frontEnd.name,
        release,
        ...readApp(readFileSync(join(frontEnd.root, 'src', 'app.tsx'), 'utf8')),
        needs: consumedIn(identifiers, sharedModules(frontEnd, 'release')),
      }

export const writeContract = (folder: string, contract: Contract): Promise<void> =>
  writeFile(join(folder, CONTRACT_RECORD), `${JSON.stringify(contract, undefined, 2)}\n`)
