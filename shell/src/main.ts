import { startRegistry } from './registry/start-registry.ts'

// Runs in parallel with the shell's chunks.
void startRegistry()

/** Longest head start of the prerender. */
const PRERENDER_MS = 500

const start = () => void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx')
const prerendered = window.trazoPrerender
if (prerendered) {
  const enough = new Promise((resolve) => setTimeout(resolve, PRERENDER_MS))
  void Promise.race([prerendered.painted, prerendered.pictured ?? enough, enough]).then(start)
} else start()
