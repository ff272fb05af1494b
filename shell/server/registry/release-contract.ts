import { isBuiltIn, type RemoteName } from 'shared/contract'
import { AddedMountsSchema, addedMounts } from 'shared/contract/added-mounts'
import * as v from 'valibot'
import { type Place, readBelow } from '../release-files/open-below.ts'
import { ReleaseError } from './release-error.ts'
import type { StoredEntry, StoredRegistry } from './stored-registry.ts'

const Versions = v.optional(v.record(v.string(), v.number()))

/** Absent parts: a release from before they were recorded. */
const ReleaseContract = v.object({ mounts: v.optional(v.unknown()), offers: Versions, uses: Versions })
export type ReleaseContract = v.InferOutput<typeof ReleaseContract>

export const readReleaseContract = async (folder: Place): Promise<ReleaseContract> => {
  const content = await readBelow(folder, 'contract.json')
  return content ? v.parse(ReleaseContract, JSON.parse(content.toString('utf8'))) : {}
}

const refuse = (name: RemoteName, why: string): never => {
  throw new ReleaseError('refused', `${name}: ${why}. No se publicó nada. Reglas: docs/registry.md#mounts`)
}

/**
 * Built-in remotes have none: the shell knows their pages.
 * @throws ReleaseError `refused`: not allowed, or of another remote
 */
export const mountsFor = (
  registry: StoredRegistry,
  name: RemoteName,
  { mounts = [] }: ReleaseContract,
): Pick<StoredEntry, 'mounts'> => {
  if (isBuiltIn(name)) return {}
  const parsed = v.safeParse(AddedMountsSchema, mounts)
  if (!parsed.success) {
    const [issue] = parsed.issues
    return refuse(name, `su montaje no se admite (${v.getDotPath(issue) ?? 'mounts'}: ${issue.message})`)
  }
  const prefixes = parsed.output.map(({ prefix }) => prefix)
  if (new Set(prefixes).size < prefixes.length) return refuse(name, 'monta dos veces lo mismo')
  const { [name]: _own, ...others } = registry.remotes
  const taken = addedMounts(others).find(({ prefix }) => prefixes.includes(prefix))
  return taken ? refuse(name, `${taken.prefix} ya es de ${taken.remote}`) : { mounts: parsed.output }
}
