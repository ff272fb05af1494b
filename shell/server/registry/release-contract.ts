import { isBuiltIn, type RemoteName } from 'shared/contract'
import { AddedMountsSchema, addedMounts } from 'shared/contract/added-mounts'
import * as v from 'valibot'
import { type FolderPath, readBelow } from '../release-files/open-below.ts'
import type { ReleaseActivation } from './activate-release.ts'
import { ReleaseError } from './release-error.ts'
import type { StoredRegistry, StoredRelease } from './stored-registry.ts'

const Versions = v.optional(v.record(v.string(), v.number()))

/** Absent parts: a release from before they were recorded. */
const ReleaseContract = v.object({ mounts: v.optional(v.unknown()), offers: Versions, uses: Versions })
export type ReleaseContract = v.InferOutput<typeof ReleaseContract>

export const readReleaseContract = async (folder: FolderPath): Promise<ReleaseContract> => {
  const content = await readBelow(folder, 'contract.json')
  return content ? v.parse(ReleaseContract, JSON.parse(content.toString('utf8'))) : {}
}

const refuseMounts = (name: RemoteName, why: string): never => {
  throw new ReleaseError('refused', `${name}: ${why}. No se publicó nada. Reglas: docs/registry.md#mounts`)
}

/**
 * Built-in remotes have none: the shell knows their pages.
 * @throws ReleaseError `refused`
 */
export const mountsFor = (
  name: RemoteName,
  { mounts = [] }: Pick<ReleaseContract, 'mounts'>,
): Pick<StoredRelease, 'mounts'> => {
  if (isBuiltIn(name)) return {}
  const parsed = v.safeParse(AddedMountsSchema, mounts)
  if (!parsed.success) {
    const [issue] = parsed.issues
    return refuseMounts(name, `su montaje no se admite (${v.getDotPath(issue) ?? 'mounts'}: ${issue.message})`)
  }
  const prefixes = parsed.output.map(({ prefix }) => prefix)
  return new Set(prefixes).size < prefixes.length
    ? refuseMounts(name, 'monta dos veces lo mismo')
    : { mounts: parsed.output }
}

/** @throws ReleaseError `refused` */
export const refuseTaken = (registry: StoredRegistry, { name, release: { mounts = [] } }: ReleaseActivation): void => {
  const { [name]: _own, ...others } = registry.remotes
  const taken = addedMounts(others).find(({ prefix }) => mounts.some((mount) => mount.prefix === prefix))
  if (taken) refuseMounts(name, `${taken.prefix} ya es de ${taken.remote}`)
}
