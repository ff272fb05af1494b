import type { RemoteName } from 'shared/contract'
import {
  activateRelease,
  type BrokenReleases,
  endCanary,
  filesOf,
  isCleared,
  type ReleaseActivation,
  rollBack,
  startCanary,
} from './activate-release.ts'
import { checkSlots } from './check-slots.ts'
import { folderOf, keepBuild, takeKept, type VetRelease } from './kept-releases.ts'
import { releasesFolder } from './registry-file.ts'
import { mountsFor, type ReleaseContract, readReleaseContract, refuseTaken } from './release-contract.ts'
import { ReleaseError } from './release-error.ts'
import type { ReleaseStore } from './release-store.ts'
import type { StoredApproval, StoredEntry, StoredRegistry, StoredRelease } from './stored-registry.ts'
import { updateRegistry } from './update-registry.ts'

export type ReleaseChange =
  /** For all tabs or `canary` percent. */
  | { readonly kind: 'build'; readonly root: string; readonly canary?: number | undefined }
  /** On another origin; nothing is copied. */
  | { readonly kind: 'elsewhere'; readonly release: ForeignRelease; readonly canary?: number | undefined }
  /**
   * `previous`: the fallback, or the live release during a canary.
   * `onlyCleared`: refused for a release that never ran here.
   */
  | { readonly kind: 'to'; readonly release: string; readonly onlyCleared?: boolean }
  | { readonly kind: 'end-canary' }
  | {
      readonly kind: 'kept'
      readonly release: string
      readonly canary?: number | undefined
      readonly approved?: ApprovedFiles | undefined
    }

interface ApprovedFiles {
  readonly approval: StoredApproval
  /** As published. */
  readonly files: string
}

export interface ForeignRelease {
  readonly id: string
  readonly release: StoredRelease
  readonly contract: ReleaseContract
}

export interface SwitchedRelease {
  readonly before: StoredEntry | undefined
  readonly after: StoredEntry | undefined
}

const PREVIOUS = 'previous'

/** During a canary, `previous` is the live release. */
const releaseFor = (registry: StoredRegistry, name: RemoteName, wanted: string, broken: BrokenReleases): string => {
  if (wanted !== PREVIOUS) return wanted
  const entry = registry.remotes[name]
  const previous = entry?.canary ? entry.active : entry?.fallback
  if (!previous) throw new ReleaseError('unknown', `${name} no tiene versión anterior. Mira las que hay: pnpm releases`)
  const counts = broken(name, previous)
  if (counts)
    throw new ReleaseError(
      'refused',
      `${name} ${previous}, la versión anterior, falló en ${Math.round(counts.crashes)} de ${Math.round(counts.loads)} cargas. Si aun así la quieres en vivo, nómbrala: --to ${previous}`,
    )
  return previous
}

export interface SwitchTarget extends ReleaseStore {
  readonly name: RemoteName
  readonly broken: BrokenReleases
  readonly vet?: VetRelease | undefined
}

const take = async (target: SwitchTarget, registry: StoredRegistry, id: string): Promise<ReleaseActivation> => {
  const { dataDir, name, vet } = target
  const activation = await takeKept(target, registry, { name, id })
  refuseTaken(registry, activation)
  vet?.(folderOf(dataDir, name, id), id)
  const contract = await readReleaseContract({ root: releasesFolder(dataDir), path: `${name}/${id}` })
  await checkSlots(dataDir, registry, { ...contract, name, id })
  return activation
}

/** The registry's lock is held: the files stay as they are. */
const withApproval = (activation: ReleaseActivation, approved: ApprovedFiles | undefined): ReleaseActivation => {
  if (!approved) return activation
  const { name, id, release } = activation
  if (approved.files !== filesOf(release))
    throw new ReleaseError('refused', `${name} ${id} ya no es la que se publicó: hay que publicarla de nuevo.`)
  return { ...activation, approval: approved.approval }
}

const takeElsewhere = async (
  { dataDir, name }: SwitchTarget,
  registry: StoredRegistry,
  { contract, ...release }: ForeignRelease,
): Promise<ReleaseActivation> => {
  const activation = { name, id: release.id, release: { ...release.release, ...mountsFor(name, contract) } }
  refuseTaken(registry, activation)
  await checkSlots(dataDir, registry, { ...contract, name, id: release.id })
  return activation
}

const add = (
  registry: StoredRegistry,
  activation: ReleaseActivation,
  { canary, broken }: { readonly canary: number | undefined; readonly broken: BrokenReleases },
): StoredRegistry => {
  const { name, id } = activation
  if (canary === undefined) return activateRelease(registry, activation, broken)
  const tried = startCanary(registry, activation, canary)
  if (tried) return tried
  const why = registry.remotes[name] ? `${id} ya está en vivo` : 'todavía no hay ninguna versión en vivo'
  throw new ReleaseError('refused', `${name} no puede probarse en una parte de las pestañas: ${why}.`)
}

const goTo = async (
  target: SwitchTarget,
  registry: StoredRegistry,
  { release, onlyCleared }: Extract<ReleaseChange, { kind: 'to' }>,
  { now, broken }: { readonly now: Date; readonly broken: BrokenReleases },
): Promise<StoredRegistry> => {
  const { name } = target
  const activation = await take(target, registry, releaseFor(registry, name, release, broken))
  if (onlyCleared && !isCleared(registry.remotes[name], activation))
    throw new ReleaseError(
      'refused',
      `${name} ${activation.id} espera que otra persona la apruebe, con --approve ${activation.id}.`,
    )
  return rollBack(registry, activation, { at: now.toISOString(), broken })
}

export const switchRelease = async (
  target: SwitchTarget,
  change: ReleaseChange,
  now: Date,
): Promise<SwitchedRelease> => {
  const { name } = target
  const build = change.kind === 'build' ? await keepBuild(target, change.root, now, name, target.vet) : undefined
  let before: StoredEntry | undefined
  const { broken } = target
  const apply = async (registry: StoredRegistry): Promise<StoredRegistry> => {
    before = registry.remotes[name]
    switch (change.kind) {
      case 'to':
        return goTo(target, registry, change, { now, broken })
      case 'elsewhere':
        return add(registry, await takeElsewhere(target, registry, change.release), {
          canary: change.canary,
          broken,
        })
      case 'end-canary':
        return endCanary(registry, name)
      case 'kept':
        return add(registry, withApproval(await take(target, registry, change.release), change.approved), {
          canary: change.canary,
          broken,
        })
      case 'build': {
        const { id = '', isVetted } = build ?? {}
        const taker = isVetted ? { ...target, vet: undefined } : target
        return add(registry, await take(taker, registry, id), { canary: change.canary, broken })
      }
    }
  }
  const after = await updateRegistry(target, now, apply)
  return { before, after: after.remotes[name] }
}
