/** Where the site says which release of each remote it runs. */
const REGISTRY_URL = '/registry.json'

/** Asks for the registry, past every cache. */
export const fetchRegistry = (): Promise<Response> => fetch(REGISTRY_URL, { cache: 'no-store' })

let started: Promise<Response> | undefined

/**
 * Starts the page's one request for the registry, or answers the one that is under way. This file imports nothing, so
 * that the entry can call it while the shared modules are still on their way.
 */
export const startRegistry = (): Promise<Response> => {
  if (!started) {
    started = fetchRegistry()
    // Whoever reads it hears of the failure; until then it is nobody's unhandled rejection.
    started.catch(() => undefined)
  }
  return started
}
