/** Where the site says which release of each remote it runs. */
const REGISTRY_URL = '/registry.json'

/**
 * Asks for the registry, past every cache, and reads all of the answer: a body that nobody reads would keep the request
 * open for as long as the page needs no remote.
 *
 * @returns the answer's JSON, not checked yet
 * @throws Error with the status of a refusal
 */
export const fetchRegistry = async (): Promise<unknown> => {
  const answer = await fetch(REGISTRY_URL, { cache: 'no-store' })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${REGISTRY_URL} answered ${answer.status}`)
  return JSON.parse(text)
}

/** What the site server wrote into the page; undefined where it did not. */
const registryOfPage = (): unknown => {
  const text = document.getElementById('trazo-registry')?.textContent
  return text ? JSON.parse(text) : undefined
}

const firstRegistry = async (): Promise<unknown> => registryOfPage() ?? fetchRegistry()

let started: Promise<unknown> | undefined

/**
 * Reads the registry that stands in the page, or starts the one request for it, or answers the one that is under way.
 * This file imports nothing, so
 * that the entry can call it while the shared modules are still on their way.
 */
export const startRegistry = (): Promise<unknown> => {
  if (!started) {
    started = firstRegistry()
    // Whoever reads it hears of the failure; until then it is nobody's unhandled rejection.
    started.catch(() => undefined)
  }
  return started
}
