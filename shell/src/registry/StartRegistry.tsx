import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { isBuiltIn, parseRegistry, type Registry } from 'shared/contract'
import { registryOfPage, startRegistry } from './start-registry.ts'

type Remotes = Registry['remotes']

/** Undefined while the registry loads. */
export const StartRegistryContext = createContext<Remotes | undefined>({})

export const useStartRegistry = (): Remotes | undefined => useContext(StartRegistryContext)

export const hasExternalRemotes = (remotes: Remotes): boolean => Object.keys(remotes).some((name) => !isBuiltIn(name))

const remotesOf = (answer: unknown): Remotes => parseRegistry(answer).remotes

const remotesOfPage = (): Remotes | undefined => {
  try {
    const answer = registryOfPage()
    return answer === undefined ? undefined : remotesOf(answer)
  } catch {
    return {}
  }
}

/** A tab keeps the mounts of its start. */
export function StartRegistryProvider({ children }: { readonly children: ReactNode }) {
  const [remotes, setRemotes] = useState(remotesOfPage)
  const waiting = remotes === undefined
  useEffect(() => {
    if (waiting)
      void startRegistry()
        .then(remotesOf)
        .catch(() => ({}))
        .then(setRemotes)
  }, [waiting])
  return <StartRegistryContext value={remotes}>{children}</StartRegistryContext>
}
