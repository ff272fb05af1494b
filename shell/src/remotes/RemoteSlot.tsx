import type { LoadedRemote } from 'shared/host'
import { type RemoteHost, type SlotProps, UnavailableSlot } from 'shared/remote'
import { remoteLoader } from './load-remote-app.ts'
import { RemoteView } from './RemoteView.tsx'

function Slot({ app, slot, props, quiet, onUnavailable }: Omit<SlotProps, 'remote'> & { readonly app: LoadedRemote }) {
  const Component = app.slots[slot]
  if (Component) return <Component {...props} />
  // Older releases may lack a decorative slot.
  if (quiet) return <UnavailableSlot onUnavailable={onUnavailable} />
  throw new Error(`${app.name} has no slot '${slot}'`)
}

/** One error boundary per slot. */
export const remoteHost: RemoteHost = {
  Slot: ({ remote, quiet, onUnavailable, ...slot }) => (
    <RemoteView remote={remote} quiet={quiet} onUnavailable={onUnavailable}>
      {(app) => <Slot app={app} quiet={quiet} onUnavailable={onUnavailable} {...slot} />}
    </RemoteView>
  ),
  preload(remote) {
    // Mounting the remote reports the failure.
    remoteLoader.load(remote).catch(() => undefined)
  },
}
