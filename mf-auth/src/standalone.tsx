import { href } from 'shared/contract'
import { elsewhere, runAlone } from 'shared/harness'
import app from './app.tsx'

runAlone({
  routes: [...app.routes, { path: href.dashboard(), Component: elsewhere('mf_documents · /dashboard') }],
  start: href.login(),
})
