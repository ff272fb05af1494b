import { type mounts, REMOTE_BRAND, REMOTE_CONTRACT, type RemoteApp } from 'shared/contract'
import { DashboardPage } from './dashboard/DashboardPage.tsx'

type DocumentsPath = Extract<(typeof mounts)[number], { remote: 'mf_documents' }>['path']

/** A route of this remote: the path can only be one that the shell mounts for it. */
const route = (path: DocumentsPath, Component: RemoteApp['routes'][number]['Component']) => ({ path, Component })

export default {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_documents',
  routes: [route('/dashboard', DashboardPage)],
  slots: {},
} satisfies RemoteApp<'mf_documents'>
