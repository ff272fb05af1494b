import { startRegistry } from './remotes/start-registry.ts'

// Runs in parallel with the shell's chunks.
void startRegistry()

/** Longest head start of the prerender script, in milliseconds. */
const FIRST_MS = 500

const start = () => void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx')
if (window.trazoFirst) {
  const enough = new Promise((resolve) => setTimeout(resolve, FIRST_MS))
  void Promise.race([window.trazoFirst, enough]).then(start)
} else start()
