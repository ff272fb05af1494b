import './provide-shared.ts'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { isSigningPath, PRODUCT } from '../../contract/index.ts'
import { configureHost } from '../../http/index.ts'
import { type RemoteHost, RemoteHostProvider, UnavailableSlot } from '../../remote/index.ts'
import { Route, Routes } from '../../router/index.ts'
import { Toaster } from '../../state/index.ts'
import { StrokeLoader } from '../../ui/index.ts'
import { LOADER_TIMES } from '../loading/constants.ts'
import { createFederation } from '../loading/federation.ts'
import type { LoadedRemote } from '../loading/load-release.ts'
import { failureReasonOf, loadRelease } from '../loading/load-release.ts'
import { createRegistryReader, registryEntry } from '../loading/registry.ts'
import { createLoader, runAfter } from '../loading/run-loader.ts'
import { HostRouter } from './HostRouter.tsx'

const readRegistry = async (site: string): Promise<unknown> => {
  const answer = await fetch(new URL('/registry.json', site), { cache: 'no-store', credentials: 'omit' })
  if (!answer.ok) throw new Error(`${site}/registry.json answered ${answer.status}`)
  return answer.json()
}

/** Canaries are for the site's own pages, which report their errors. */
const createSigningLoader = (site: string): (() => Promise<LoadedRemote>) => {
  const read = () => readRegistry(site)
  const reader = createRegistryReader(read, read)
  const federation = createFederation(site)
  const loader = createLoader<LoadedRemote>({
    async plan(name, { fresh }) {
      const { active, fallback } = registryEntry(await reader.read({ fresh }), name)
      return { active, fallback }
    },
    load: async (name, release) => loadRelease(federation, await reader.read({ fresh: false }), name, release),
    reasonOf: failureReasonOf,
    times: LOADER_TIMES,
    after: runAfter,
  })
  return () => loader.load('mf_signing')
}

/** As `postMessage` sends them to hosts of a frame (docs/embedding.md). */
export interface SigningEvent {
  readonly type: 'ready' | 'signed' | 'declined' | 'error'
  readonly documentId: number
  readonly code?: string
}

export interface SigningOptions {
  /** Origin of the site: `https://trazo.example`. */
  readonly site: string
  /** Address of the invitation, from its mail. */
  readonly link: string
  /** Empty; the page fills it. */
  readonly element: HTMLElement
  readonly theme?: 'light' | 'dark'
  readonly onEvent?: (event: SigningEvent) => void
}

export interface MountedSigning {
  unmount(): void
}

/** Style rules of `shared` apply below it (build/webpack/signing-host.ts). */
const ROOT_CLASS = 'trazo'

const host: RemoteHost = {
  Slot: ({ onUnavailable }) => <UnavailableSlot onUnavailable={onUnavailable} />,
  preload: () => undefined,
}

/** A worker's script must have the page's origin. */
const startWorker = (url: string): Worker => {
  const script = new Blob([`import ${JSON.stringify(url)}`], { type: 'text/javascript' })
  return new Worker(URL.createObjectURL(script), { type: 'module' })
}

const parseLink = (site: string, link: string): URL => {
  const url = new URL(link)
  if (url.origin !== new URL(site).origin || !isSigningPath(url.pathname))
    throw new TypeError(`the link is no invitation of ${site}`)
  return url
}

const documentIdOf = ({ pathname }: URL): number => Number(pathname.split('/').find((part) => /^\d+$/.test(part)))

const listen = (documentId: number, { onEvent }: SigningOptions): (() => void) => {
  const controller = new AbortController()
  const onSiteEvent = (event: Event) => {
    if (event instanceof CustomEvent) onEvent?.({ ...event.detail, documentId })
  }
  window.addEventListener('trazo', onSiteEvent, { signal: controller.signal })
  return () => controller.abort()
}

const show = (app: LoadedRemote, { site, element, theme = 'light' }: SigningOptions, url: URL): (() => void) => {
  element.classList.add(ROOT_CLASS)
  element.dataset.theme = theme
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <HostRouter site={new URL(site).origin} start={url.pathname + url.search}>
        <RemoteHostProvider value={host}>
          <div data-boundary={app.name}>
            <Suspense fallback={<StrokeLoader text="Cargando…" />}>
              <Routes>
                {app.routes.map(({ path, Component }) => (
                  <Route key={path} path={path} element={<Component />} />
                ))}
              </Routes>
            </Suspense>
          </div>
          <Toaster />
        </RemoteHostProvider>
      </HostRouter>
    </StrictMode>,
  )
  return () => {
    root.unmount()
    element.classList.remove(ROOT_CLASS)
    delete element.dataset.theme
  }
}

const loaders = new Map<string, ReturnType<typeof createSigningLoader>>()
let isMounted = false

/**
 * Mounts the page where an invited person signs, from the current release
 * of `mf_signing`. The page's origin must be in the owner's list. One at a
 * time.
 * @throws TypeError for another link, RemoteLoadError if no release loads
 */
export const mountSigning = async (options: SigningOptions): Promise<MountedSigning> => {
  const { origin } = new URL(options.site)
  const url = parseLink(origin, options.link)
  if (isMounted) throw new Error(`${PRODUCT} is mounted already: unmount it first`)
  isMounted = true
  globalThis.trazoSite = origin
  globalThis.trazoWorker = startWorker
  configureHost(origin)
  const load = loaders.get(origin) ?? createSigningLoader(origin)
  loaders.set(origin, load)
  const silence = listen(documentIdOf(url), options)
  const stop = () => {
    silence()
    isMounted = false
  }
  try {
    const hide = show(await load(), options, url)
    return {
      unmount() {
        hide()
        stop()
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}
