import type { ComponentType } from 'react'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { RemoteName, SlotName, SlotsOf } from '../contract/index.ts'

export interface MountOptions {
  /** Renders nothing while loading or on failure. */
  readonly quiet?: boolean | undefined
  /** Quiet slots only: no remote, no such slot, or a crash. */
  readonly onUnavailable?: (() => void) | undefined
}

export interface SlotProps extends MountOptions {
  readonly remote: RemoteName
  readonly slot: string
  readonly props: object
}

/** Implemented by the shell or a harness. */
export interface RemoteHost {
  /** Shows loading and errors unless `quiet`. */
  readonly Slot: ComponentType<SlotProps>
  /** Call it on hover or focus, never when idle. */
  preload(remote: RemoteName): void
}

const RemoteHostContext = createContext<RemoteHost | undefined>(undefined)
export const RemoteHostProvider = RemoteHostContext.Provider

export const useRemoteHost = (): RemoteHost => {
  const host = useContext(RemoteHostContext)
  if (!host) throw new Error('RemoteMount stands outside of a shell: wrap it in RemoteHostProvider')
  return host
}

interface RemoteMountProps<N extends RemoteName, S extends SlotName<N>> extends MountOptions {
  readonly remote: N
  readonly slot: S
  readonly props: SlotsOf<N>[S] & object
}

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

export function UnavailableSlot({ onUnavailable }: Pick<MountOptions, 'onUnavailable'>) {
  const notifyHost = useEffectEvent(() => onUnavailable?.())
  useEffect(() => notifyHost(), [])
  return null
}
