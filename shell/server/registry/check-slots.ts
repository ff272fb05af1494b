import { isBuiltIn } from 'shared/contract'
import { releasesFolder } from './registry-file.ts'
import { type ReleaseContract, readReleaseContract } from './release-contract.ts'
import { ReleaseError } from './release-error.ts'
import type { StoredRegistry } from './stored-registry.ts'

export interface SlotParty extends ReleaseContract {
  readonly name: string
  readonly id: string
}

/** @returns the first slot of `user` that `owner` does not lend, in Spanish */
const misfit = (user: SlotParty, owner: SlotParty): string | undefined => {
  const { offers } = owner
  if (!offers) return undefined
  const wanted = Object.entries(user.uses ?? {}).filter(([slot]) => slot.startsWith(`${owner.name}/`))
  const found = wanted.find(([slot, version]) => offers[slot] !== version)
  if (!found) return undefined
  const [slot, version] = found
  const given = Object.hasOwn(offers, slot) ? `la presta con la versión ${offers[slot]}` : 'no la presta'
  return `${user.name} ${user.id} usa la pantalla ${slot} con la versión ${version} de sus datos, y ${owner.name} ${owner.id} ${given}`
}

/**
 * Fallbacks are not compared: they are older than what uses them. Built-in
 * remotes may come later: a new site releases them in any order.
 * @throws ReleaseError `refused`
 */
export const checkSlots = async (dataDir: string, registry: StoredRegistry, own: SlotParty): Promise<void> => {
  const { name, id } = own
  const partyOf = async (owner: string, release: string): Promise<SlotParty> => ({
    name: owner,
    id: release,
    ...(await readReleaseContract({ root: releasesFolder(dataDir), path: `${owner}/${release}` })),
  })
  for (const [other, entry] of Object.entries(registry.remotes)) {
    if (!entry || other === name) continue
    for (const release of new Set([entry.active, entry.canary?.release ?? entry.active])) {
      const party = await partyOf(other, release)
      const problem = misfit(own, party) ?? misfit(party, own)
      if (problem) throw new ReleaseError('refused', `${problem}. No se publicó nada.`)
    }
  }
  const absent = Object.keys(own.uses ?? {}).find((slot) => {
    const [remote = ''] = slot.split('/')
    return !isBuiltIn(remote) && !Object.hasOwn(registry.remotes, remote)
  })
  if (absent)
    throw new ReleaseError('refused', `${name} ${id} usa ${absent}, y ese remoto no está en vivo. No se publicó nada.`)
}
