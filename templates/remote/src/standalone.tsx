import { runAlone } from 'shared/harness'
import app from './app.tsx'

runAlone({ routes: app.routes, start: '/example', demo: true })
