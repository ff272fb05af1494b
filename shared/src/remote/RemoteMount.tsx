import type { ComponentType } from 'react'
import { createContext, useContext } from 'react'
import type { RemoteName, RemoteSlots, SlotName } from '../contract/index.ts'

/** What the shell (or a harness in its place) does for a screen that needs another team's screen. */
export interface RemoteHost {
  /** Loads the remote, checks it and shows its slot; shows its own loading and failure states. */
  readonly Slot: ComponentType<{
    readonly remote: RemoteName
    readonly slot: string
    readonly props: object
  }>
  /** Starts loading before it is asked for: on hover or focus, never on idle. */
  preload(remote: RemoteName): void
}

const RemoteHostContext = createContext<RemoteHost | undefined>(undefined)
export const RemoteHostProvider = RemoteHostContext.Provider

export const useRemoteHost = (): RemoteHost => {
  const host = useContext(RemoteHostContext)
  if (!host) throw new Error('RemoteMount stands outside of a shell: wrap it in RemoteHostProvider')
  return host
}

export interface RemoteMountProps<N extends RemoteName, S extends SlotName<N>> {
  readonly remote: N
  readonly slot: S
  readonly props: RemoteSlots[N][S] & object
}

/** Shows a screen of another remote by its contract, at run time. */
export function RemoteMount<N extends RemoteName, S extends SlotName<N>>({
  remote,
  slot,
  props,
}: RemoteMountProps<N, S>) {
  const { Slot } = useRemoteHost()
  return <Slot remote={remote} slot={slot} props={props} />
}
