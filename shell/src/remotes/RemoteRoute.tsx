import type { RemoteName } from 'shared/contract'
import { useLateTitle } from '../frame/page-arrival.ts'
import type { LoadedRemote } from './load-remote-app.ts'
import { RemoteView } from './RemoteView.tsx'

function Page({ app, path }: { readonly app: LoadedRemote; readonly path: string }) {
  useLateTitle()
  const route = app.routes.find((candidate) => candidate.path === path)
  if (!route) throw new Error(`${app.name} has no page for ${path}`)
  return <route.Component />
}

/** The page that a remote has for one of the shell's mount patterns. */
export function RemoteRoute({ remote, path }: { readonly remote: RemoteName; readonly path: string }) {
  return <RemoteView remote={remote}>{(app) => <Page app={app} path={path} />}</RemoteView>
}
