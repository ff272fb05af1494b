import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { AddedMountsSchema } from '../../src/contract/site/added-mounts.ts'
import { type Mount, mounts } from '../../src/contract/site/paths.ts'
import {
  type BuiltInRemote,
  isBuiltIn,
  REMOTE_CONTRACT,
  RemoteNameSchema,
  remoteNames,
  type SlotName,
} from '../../src/contract/site/remote.ts'
import {
  CONTRACT_RECORD,
  type ExportNames,
  type RecordedContract,
  type RemoteContract,
  type ShellContract,
} from '../checks/contract.ts'
import { type FrontEnd, isShell, SHELL_NAME } from '../front-end.ts'
import { type SharedModule, sharedModules } from '../webpack/sharing.ts'
import { readApp } from './read-app.ts'
import { filesBelow } from './release-id.ts'
import { consumedModule, providedModule } from './shared-exports.ts'

/**
 * Raise one when older callers no longer fit its props. The compiler keeps
 * the list complete.
 */
const builtIn: { readonly [N in BuiltInRemote]: Readonly<Record<SlotName<N>, number>> } = {
  mf_auth: {},
  mf_documents: {},
  mf_signing: { 'document-editor': 1, 'url-generator': 1, 'page-picture': 1 },
}

/** Version of slots that state none. */
const FIRST = 1

/** `mf_signing/page-picture` → version of its props. */
type SlotVersions = Readonly<Record<string, number>>

const known: SlotVersions = Object.fromEntries(
  Object.entries(builtIn).flatMap(([name, slots]) =>
    Object.entries(slots).map(([slot, version]) => [`${name}/${slot}`, version]),
  ),
)

const builtInSlots = (name: string): string[] => (isBuiltIn(name) ? Object.keys(builtIn[name]) : [])

const versionsOf = (slots: readonly string[], declared: SlotVersions = {}): Record<string, number> =>
  Object.fromEntries([...new Set(slots)].sort().map((slot) => [slot, known[slot] ?? declared[slot] ?? FIRST]))

const offeredSlots = ({ name, slotVersions }: FrontEnd, slots: readonly string[]): Record<string, number> =>
  versionsOf(
    slots.map((slot) => `${name}/${slot}`),
    slotVersions,
  )

const USE = /<RemoteMount\s+(?:quiet\s+)?remote="(mf_\w+)"\s+slot="([\w-]+)"/g

/** Finds `<RemoteMount remote="…" slot="…"` in the sources. */
const usedSlots = ({ root, slotVersions }: Pick<FrontEnd, 'root' | 'slotVersions'>): Record<string, number> => {
  const sources = filesBelow(join(root, 'src')).filter((file) => file.endsWith('.tsx'))
  const used = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(USE)].map(([, remote, slot]) => `${remote}/${slot}`),
  )
  return versionsOf(used, slotVersions)
}

const ofEachRemote = (list: (name: string) => string[]): Record<string, string[]> =>
  Object.fromEntries(remoteNames.map((name) => [name, list(name)]))

const ofRemote = (name: string): readonly Mount[] => mounts.filter(({ remote }) => remote === name)

const pathsOf = (list: readonly Mount[]): string[] => list.map(({ path }) => path)

/** @param provides shared module → version */
export const shellContract = (
  release: string,
  provides: Readonly<Record<string, string>>,
  exports?: ExportNames,
): ShellContract => ({
  name: SHELL_NAME,
  release,
  contract: REMOTE_CONTRACT,
  mounts: ofEachRemote((name) => pathsOf(ofRemote(name))),
  announced: ofEachRemote((name) => pathsOf(ofRemote(name).filter(({ announced }) => announced))),
  slots: ofEachRemote(builtInSlots),
  provides: { ...provides },
  ...(exports ? { exports } : {}),
})

const sorted = (modules: readonly (readonly [name: string, version: string])[]): Record<string, string> =>
  Object.fromEntries([...modules].sort(([a], [b]) => (a < b ? -1 : 1)))

/** Only webpack's identifiers list them. */
export const providedIn = (identifiers: Iterable<string>): Record<string, string> =>
  sorted(
    [...identifiers].flatMap((identifier) => {
      const { name, version } = providedModule(identifier) ?? {}
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
      const name = consumedModule(identifier)
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
  if (outside !== undefined) throw new Error(`${outside} no está bajo ningún prefijo de mounts, en build.ts`)
  const empty = declared.find(({ prefix }) => !routes.includes(prefix))
  if (empty) throw new Error(`src/app.tsx no tiene página para ${empty.prefix}, un prefijo de mounts en build.ts`)
  return { mounts: declared }
}

const remoteContract = (
  frontEnd: FrontEnd,
  release: string,
  identifiers: Iterable<string>,
  imports: ExportNames,
): RemoteContract => {
  const app = readApp(readFileSync(join(frontEnd.root, 'src', 'app.tsx'), 'utf8'))
  return {
    name: v.parse(RemoteNameSchema, frontEnd.name),
    release,
    ...app,
    ...mountsFor(frontEnd, app.routes),
    offers: offeredSlots(frontEnd, app.slots),
    uses: usedSlots(frontEnd),
    needs: consumedIn(identifiers, sharedModules(frontEnd, 'release')),
    imports,
  }
}

/** @param names exports of shared modules: imported by a remote, provided by the shell */
export const contractOf = (
  frontEnd: FrontEnd,
  release: string,
  identifiers: Iterable<string>,
  names: ExportNames,
): RecordedContract =>
  isShell(frontEnd)
    ? shellContract(release, providedIn(identifiers), names)
    : remoteContract(frontEnd, release, identifiers, names)

export const writeContract = (folder: string, contract: RecordedContract): Promise<void> =>
  writeFile(join(folder, CONTRACT_RECORD), `${JSON.stringify(contract, undefined, 2)}\n`)
