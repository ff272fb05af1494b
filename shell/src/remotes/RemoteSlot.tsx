import { type RemoteHost, type SlotProps, UnavailableSlot } from 'shared/remote'
import type { LoadedRemote } from './load-remote-app.ts'
import { remoteLoader } from './load-remote-app.ts'
import { RemoteView } from './RemoteView.tsx'

function Slot({ app, slot, props, quiet, onUnavailable }: Omit<SlotProps, 'remote'> & { readonly app: LoadedRemote }) {
  const Component = app.slots[slot]
  if (Component) return <Component {...props} />
  // An older release may not have the slot yet: for decoration that is no failure.
  if (quiet) return <UnavailableSlot onUnavailable={onUnavailable} />
  throw new Error(`${app.name} has no slot '${slot}'`)
}

/** What the shell does for `RemoteMount`: the other team's screen, in its own boundary. */
export const remoteHost: RemoteHost = {
  Slot: ({ remote, quiet, onUnavailable, ...slot }) => (
    <RemoteView remote={remote} quiet={quiet} onUnavailable={onUnavailable}>
      {(app) => <Slot app={app} quiet={quiet} onUnavailable={onUnavailable} {...slot} />}
    </RemoteView>
  ),
  preload(remote) {
    // Only a head start: whoever mounts the remote meets the failure.
    remoteLoader.load(remote).catch(() => undefined)
  },
}
