import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mounts } from '../../src/contract/site/paths.ts'
import { REMOTE_CONTRACT, type RemoteName, type SlotName } from '../../src/contract/site/remote.ts'
import { CONTRACT_RECORD, type Contract, type ExportNames, type ShellContract } from '../checks/contract.ts'
import { type FrontEnd, isShell, SHELL_NAME } from '../front-end.ts'
import { type SharedModule, sharedModules } from '../webpack/sharing.ts'
import { readApp } from './read-app.ts'
import { consumedModule, providedModule } from './shared-exports.ts'

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

export const shellContract = (
  release: string,
  provides: Readonly<Record<string, string>>,
  offers?: ExportNames,
): ShellContract => ({
  name: SHELL_NAME,
  release,
  contract: REMOTE_CONTRACT,
  mounts: ofEachRemote((name) => mounts.filter(({ remote }) => remote === name).map(({ path }) => path)),
  slots: ofEachRemote((name) => Object.keys(everySlot[name])),
  provides: { ...provides },
  ...(offers ? { offers } : {}),
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

/** @param exports of shared modules: used by a remote, offered by the shell */
export const contractOf = (
  frontEnd: FrontEnd,
  release: string,
  identifiers: Iterable<string>,
  exports: ExportNames,
): Contract =>
  isShell(frontEnd) || frontEnd.name === SHELL_NAME
    ? shellContract(release, providedIn(identifiers), exports)
    : {
        name: frontEnd.name,
        release,
        ...readApp(readFileSync(join(frontEnd.root, 'src', 'app.tsx'), 'utf8')),
        needs: consumedIn(identifiers, sharedModules(frontEnd, 'release')),
        uses: exports,
      }

export const writeContract = (folder: string, contract: Contract): Promise<void> =>
  writeFile(join(folder, CONTRACT_RECORD), `${JSON.stringify(contract, undefined, 2)}\n`)
