import { runAlone } from 'shared/standalone'
import app from './app.tsx'

runAlone({ routes: app.routes, start: '/example', demo: true })
