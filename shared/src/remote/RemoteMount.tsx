import type { ComponentType } from 'react'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { RemoteName, RemoteSlots, SlotName } from '../contract/index.ts'

/** How a slot is mounted, whatever it is. */
export interface MountOptions {
  /** The mount is decoration: while the slot loads, or when it cannot be shown, nothing stands in its place. */
  readonly quiet?: boolean | undefined
  /** A quiet slot cannot be shown: its remote did not load or has no such slot, or its screen crashed. */
  readonly onUnavailable?: (() => void) | undefined
}

export interface SlotProps extends MountOptions {
  readonly remote: RemoteName
  readonly slot: string
  readonly props: object
}

/** What the shell (or a harness in its place) does for a screen that needs another team's screen. */
export interface RemoteHost {
  /** Loads the remote, checks it and shows its slot; shows its own loading and failure states, unless it is quiet. */
  readonly Slot: ComponentType<SlotProps>
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

export interface RemoteMountProps<N extends RemoteName, S extends SlotName<N>> extends MountOptions {
  readonly remote: N
  readonly slot: S
  readonly props: RemoteSlots[N][S] & object
}

/** Shows a screen of another remote by its contract, at run time. */
export function RemoteMount<N extends RemoteName, S extends SlotName<N>>({
  remote,
  slot,
  props,
  quiet,
  onUnavailable,
}: RemoteMountProps<N, S>) {
  const { Slot } = useRemoteHost()
  return <Slot remote={remote} slot={slot} props={props} quiet={quiet} onUnavailable={onUnavailable} />
}

/** Nothing, in the place of a quiet slot that cannot be shown; whoever mounted it is told. */
export function UnavailableSlot({ onUnavailable }: Pick<MountOptions, 'onUnavailable'>) {
  const tell = useEffectEvent(() => onUnavailable?.())
  useEffect(() => tell(), [])
  return null
}
