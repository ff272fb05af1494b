import { startRegistry } from './remotes/start-registry.ts'

// In parallel with the chunks of the shell: by the time React runs, the registry is usually here.
void startRegistry()

/** How long the shell lets the first script of a remote's page go first, in milliseconds. */
const FIRST_MS = 500

const start = () => void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx')
if (window.trazoFirst) {
  const enough = new Promise((resolve) => setTimeout(resolve, FIRST_MS))
  void Promise.race([window.trazoFirst, enough]).then(start)
} else start()
