import { href } from 'shared/contract'
import { foreignPage, runAlone } from 'shared/standalone'
import app from './app.tsx'

runAlone({
  routes: [...app.routes, { path: href.dashboard(), Component: foreignPage('mf_documents · /dashboard') }],
  start: href.login(),
})
