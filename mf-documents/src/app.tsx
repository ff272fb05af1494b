import { REMOTE_BRAND, REMOTE_CONTRACT, type RemoteApp } from 'shared/contract'
import { DashboardPage } from './dashboard/DashboardPage.tsx'

export default {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_documents',
  routes: [{ path: '/dashboard', Component: DashboardPage }],
  slots: {},
} satisfies RemoteApp<'mf_documents'>
