import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { addedMounts, parseRegistry, type RegisteredMount } from 'shared/contract'
import { registryOfPage, startRegistry } from './start-registry.ts'

/** Undefined until the registry is here. */
export type AddedMounts = readonly RegisteredMount[] | undefined

export const AddedMountsContext = createContext<AddedMounts>([])
export const useAddedMounts = (): AddedMounts => useContext(AddedMountsContext)

const mountsOf = (registry: unknown): AddedMounts => addedMounts(parseRegistry(registry).remotes)

const mountsOfPage = (): AddedMounts => {
  try {
    const registry = registryOfPage()
    return registry === undefined ? undefined : mountsOf(registry)
  } catch {
    return []
  }
}

/** A tab keeps the mounts of its start. */
export function AddedMountsProvider({ children }: { readonly children: ReactNode }) {
  const [mounts, setMounts] = useState(mountsOfPage)
  const waiting = mounts === undefined
  useEffect(() => {
    if (waiting)
      void startRegistry()
        .then(mountsOf)
        .catch(() => [])
        .then(setMounts)
  }, [waiting])
  return <AddedMountsContext value={mounts}>{children}</AddedMountsContext>
}
