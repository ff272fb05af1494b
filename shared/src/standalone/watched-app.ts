import app from 'remote-app'
import { watchLeaks } from './watch-leaks.tsx'

export default {
  ...app,
  routes: app.routes.map(({ path, Component }) => ({
    path,
    Component: watchLeaks(`${app.name} ${path}`, Component),
  })),
  slots: Object.fromEntries(
    Object.entries(app.slots).map(([slot, Component]) => [slot, watchLeaks(`${app.name} ${slot}`, Component)]),
  ),
}
