import type { RemoteHost } from 'shared/remote'
import type { LoadedRemote } from './load-remote-app.ts'
import { remoteLoader } from './load-remote-app.ts'
import { RemoteView } from './RemoteView.tsx'

function Slot({ app, slot, props }: { readonly app: LoadedRemote; readonly slot: string; readonly props: object }) {
  const Component = app.slots[slot]
  if (!Component) throw new Error(`${app.name} has no slot '${slot}'`)
  return <Component {...props} />
}

/** What the shell does for `RemoteMount`: the other team's screen, in its own boundary. */
export const remoteHost: RemoteHost = {
  Slot: ({ remote, slot, props }) => (
    <RemoteView remote={remote}>{(app) => <Slot app={app} slot={slot} props={props} />}</RemoteView>
  ),
  preload(remote) {
    // Only a head start: whoever mounts the remote meets the failure.
    remoteLoader.load(remote).catch(() => undefined)
  },
}
