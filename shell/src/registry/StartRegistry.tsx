import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { isBuiltIn, isSigningPath, type RemoteName } from 'shared/contract'
import { useLocation } from 'shared/router'
import * as v from 'valibot'
import { registryOfPage, startRegistry } from './start-registry.ts'

/** Of most remotes a page knows only their mounts. */
export type AnnouncedRemotes = { readonly [N in RemoteName]?: { readonly mounts?: unknown } }

/** Undefined while the registry loads, and on a guest's page, which has no links to other remotes. */
export const StartRegistryContext = createContext<AnnouncedRemotes | undefined>({})

export const useStartRegistry = (): AnnouncedRemotes | undefined => useContext(StartRegistryContext)

export const hasExternalRemotes = (remotes: AnnouncedRemotes): boolean =>
  Object.keys(remotes).some((name) => !isBuiltIn(name))

const Announced = v.object({
  version: v.literal(1),
  remotes: v.record(v.string(), v.looseObject({ mounts: v.optional(v.unknown()) })),
})

const remotesOf = (answer: unknown): AnnouncedRemotes => v.parse(Announced, answer).remotes

const remotesOfPage = (): AnnouncedRemotes | undefined => {
  try {
    const answer = registryOfPage()
    return answer === undefined ? undefined : remotesOf(answer)
  } catch {
    return {}
  }
}

/** Few guests go on to other pages. */
const learnAfterGuest = async (reload: () => void): Promise<unknown> => {
  const { registryAfterGuest } = await import(/* webpackChunkName: "added" */ './after-guest.ts')
  return registryAfterGuest(reload)
}

interface StartRegistryProviderProps {
  readonly children: ReactNode
  readonly reload?: () => void
}

/** A tab keeps the mounts of its start; a guest's tab learns them when it leaves the guest's page. */
export function StartRegistryProvider({
  children,
  reload = () => window.location.reload(),
}: StartRegistryProviderProps) {
  const isGuest = isSigningPath(useLocation().pathname)
  const [begunAsGuest] = useState(isGuest)
  const [remotes, setRemotes] = useState(begunAsGuest ? undefined : remotesOfPage)
  const waiting = remotes === undefined && !isGuest
  useEffect(() => {
    if (!waiting) return
    const learning = begunAsGuest ? learnAfterGuest(reload) : startRegistry()
    void learning
      .then(remotesOf)
      .catch(() => ({}))
      .then(setRemotes)
  }, [waiting, begunAsGuest])
  return <StartRegistryContext value={remotes}>{children}</StartRegistryContext>
}
