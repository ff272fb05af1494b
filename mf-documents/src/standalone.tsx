import { href } from 'shared/contract'
import { runAlone } from 'shared/standalone'
import app from './app.tsx'

runAlone({ routes: app.routes, start: href.dashboard(), demo: true })
