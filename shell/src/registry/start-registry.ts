const REGISTRY_URL = '/registry.json'

/**
 * Bypasses caches. Reads the whole body: an unread one keeps the request
 * open.
 * @throws Error with the status
 */
export const fetchRegistry = async (): Promise<unknown> => {
  // The site's strip: this page's registry names the previewed release.
  const isPreview = document.getElementById('trazo-preview') !== null
  const answer = await fetch(REGISTRY_URL, {
    cache: 'no-store',
    ...(isPreview ? { headers: { 'trazo-preview': '1' } } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${REGISTRY_URL} answered ${answer.status}`)
  return JSON.parse(text)
}

let whole: Promise<unknown> | undefined

/** The page embeds a part. Callers share one request; after a failure the next one repeats it. */
export const wholeRegistry = (): Promise<unknown> => {
  whole ??= fetchRegistry().catch((error: unknown) => {
    whole = undefined
    throw error
  })
  return whole
}

/** The part that the address needs; undefined if the server embedded nothing. */
export const registryOfPage = (): unknown => {
  const text = document.getElementById('trazo-registry')?.textContent
  return text ? JSON.parse(text) : undefined
}

const firstRegistry = async (): Promise<unknown> => registryOfPage() ?? wholeRegistry()

let started: Promise<unknown> | undefined

/**
 * Makes one request, unless the page embeds its part. No imports: the
 * entry calls this before the shared modules load.
 */
export const startRegistry = (): Promise<unknown> => {
  if (!started) {
    started = firstRegistry()
    // Avoids an unhandled rejection.
    started.catch(() => undefined)
  }
  return started
}
