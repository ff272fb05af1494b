import { isRemoteName, type RemoteName, remoteNames } from 'shared/contract'
import { addedMounts } from 'shared/contract/added-mounts'
import {
  type ClearedRelease,
  MAX_CLEARED,
  MAX_WITHDRAWALS,
  type StoredApproval,
  type StoredEntry,
  type StoredRegistry,
  type StoredRelease,
  type StoredWithdrawal,
} from './stored-registry.ts'

export const emptyRegistry: StoredRegistry = { version: 1, remotes: {} }

export interface ReleaseActivation {
  readonly name: RemoteName
  readonly id: string
  readonly release: StoredRelease
  readonly approval?: StoredApproval | undefined
}

/** SHA-384 that vouches for every file of the release. */
export const filesOf = ({ files, integrity }: StoredRelease): string => files ?? integrity

/** An older site's registry names only releases that run. */
const clearedIn = (entry: StoredEntry | undefined): readonly ClearedRelease[] =>
  entry?.cleared ??
  Object.entries(entry?.releases ?? {}).map(([release, stored]) => ({ release, files: filesOf(stored) }))

/** True only for the very files that ran here before. */
export const isCleared = (entry: StoredEntry | undefined, { id, release }: ReleaseActivation): boolean =>
  clearedIn(entry).some((one) => one.release === id && one.files === filesOf(release))

const clearedWith = (entry: StoredEntry | undefined, added: ReleaseActivation | undefined): ClearedRelease[] => {
  if (!added) return [...clearedIn(entry)]
  const { id, release, approval } = added
  const known = clearedIn(entry).find((one) => one.release === id && one.files === filesOf(release))
  const by = approval ?? known?.approval
  const others = clearedIn(entry).filter((one) => one.release !== id)
  return [...others, { release: id, files: filesOf(release), ...(by ? { approval: by } : {}) }].slice(-MAX_CLEARED)
}

type Names = Pick<StoredEntry, 'active' | 'fallback' | 'canary'>

const latest = (
  withdrawals: readonly StoredWithdrawal[],
  named: ReadonlySet<string | undefined>,
): StoredWithdrawal[] => {
  const unnamed = withdrawals.filter(({ release }) => !named.has(release))
  return [...new Map(unnamed.map((one) => [one.release, one])).values()].slice(-MAX_WITHDRAWALS)
}

/** Without what another remote has mounted since. */
const mountsOf = (
  { remotes }: StoredRegistry,
  name: RemoteName,
  release: StoredRelease | undefined,
): Pick<StoredEntry, 'mounts'> => {
  if (!release?.mounts) return {}
  const { [name]: _own, ...others } = remotes
  const taken = new Set(addedMounts(others).map(({ prefix }) => prefix))
  return { mounts: release.mounts.filter(({ prefix }) => !taken.has(prefix)) }
}

const withEntry = (
  registry: StoredRegistry,
  name: RemoteName,
  names: Names,
  { added, withdrawal }: { readonly added?: ReleaseActivation; readonly withdrawal?: StoredWithdrawal } = {},
): StoredRegistry => {
  const { active, fallback, canary } = names
  const before = registry.remotes[name]
  const known: Readonly<Record<string, StoredRelease>> = {
    ...before?.releases,
    ...(added ? { [added.id]: added.release } : {}),
  }
  const named = [fallback ?? undefined, active, canary?.release]
  const withdrawn = latest([...(before?.withdrawn ?? []), ...(withdrawal ? [withdrawal] : [])], new Set(named))
  const entry: StoredEntry = {
    active,
    fallback,
    ...(canary ? { canary } : {}),
    ...(withdrawn.length > 0 ? { withdrawn } : {}),
    cleared: clearedWith(before, added),
    ...mountsOf(registry, name, known[active]),
    releases: Object.fromEntries(
      named.flatMap((id) => {
        const release = known[id ?? '']
        return id && release ? [[id, release]] : []
      }),
    ),
  }
  return { ...registry, remotes: { ...registry.remotes, [name]: entry } }
}

/** The figures of a release that most loads could not use; undefined for any other (`../release-health`). */
export type BrokenReleases = (
  remote: RemoteName,
  release: string,
) => { readonly loads: number; readonly crashes: number } | undefined

/**
 * Ends a canary. The previous release becomes
 * the fallback, unless `id` is live already. A release that
 * most loads could not use is no fallback: the one before it stays.
 */
export const activateRelease = (
  registry: StoredRegistry,
  activation: ReleaseActivation,
  broken: BrokenReleases = () => undefined,
): StoredRegistry => {
  const { name, id } = activation
  const before = registry.remotes[name]
  const candidates = [before?.active, before?.fallback].filter((one) => one && one !== id && !broken(name, one))
  return withEntry(registry, name, { active: id, fallback: candidates[0] ?? null }, { added: activation })
}

/**
 * The release that was live never becomes the fallback,
 * unless `activation` undoes an earlier withdrawal.
 * @param at ISO 8601
 */
export const rollBack = (
  registry: StoredRegistry,
  activation: ReleaseActivation,
  { at, broken }: { readonly at: string; readonly broken?: BrokenReleases },
): StoredRegistry => {
  const { name, id } = activation
  const before = registry.remotes[name]
  const isUndone = before?.withdrawn?.some(({ release }) => release === id)
  if (!before || before.active === id || isUndone) return activateRelease(registry, activation, broken)
  const withdrawal = { release: before.active, at, why: 'rolled-back' } as const
  return withEntry(registry, name, { active: id, fallback: null }, { added: activation, withdrawal })
}

/**
 * Ends a canary; in place of a live release
 * the fallback is live, without another one.
 * @returns the same registry if nothing can replace it
 */
export const withdrawRelease = (
  registry: StoredRegistry,
  name: RemoteName,
  withdrawal: StoredWithdrawal,
): StoredRegistry => {
  const before = registry.remotes[name]
  const { release } = withdrawal
  if (before?.canary?.release === release) {
    const { active, fallback } = before
    return withEntry(registry, name, { active, fallback: fallback === release ? null : fallback }, { withdrawal })
  }
  if (before?.active !== release || before.fallback === null) return registry
  const { fallback: active, canary } = before
  return withEntry(
    registry,
    name,
    { active, fallback: null, canary: canary?.release === active ? undefined : canary },
    { withdrawal },
  )
}

export const startCanary = (
  registry: StoredRegistry,
  activation: ReleaseActivation,
  percent: number,
): StoredRegistry | undefined => {
  const { name, id } = activation
  const before = registry.remotes[name]
  if (!before || before.active === id) return undefined
  return withEntry(registry, name, { ...before, canary: { release: id, percent } }, { added: activation })
}

export const endCanary = (registry: StoredRegistry, name: RemoteName): StoredRegistry => {
  const before = registry.remotes[name]
  return before?.canary ? withEntry(registry, name, { ...before, canary: undefined }) : registry
}

export const namedReleases = (registry: StoredRegistry): string[] =>
  Object.entries(registry.remotes).flatMap(([name, entry]) =>
    Object.keys(entry?.releases ?? {}).map((id) => `${name}/${id}`),
  )

/** Built-in ones first, also those without a release. */
export const remotesOfSite = (...given: readonly string[]): RemoteName[] => [
  ...new Set([...remoteNames, ...given.filter(isRemoteName).sort()]),
]
