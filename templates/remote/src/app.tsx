import { REMOTE_BRAND, REMOTE_CONTRACT, type RemoteApp } from 'shared/contract'
import { HomePage } from './home/HomePage.tsx'

export default {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_example',
  routes: [{ path: '/example', Component: HomePage }],
  slots: {},
} satisfies RemoteApp<'mf_example'>
