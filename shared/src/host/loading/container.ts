import * as v from 'valibot'
import { copyScope, replacedIn, type ShareScope } from '../../federation/share-scope.ts'

export interface RemoteFile {
  readonly url: string
  readonly integrity: string | undefined
}

export interface LoadAttempt {
  /** From 1; later ones bypass the HTTP cache. */
  readonly count: number
  readonly timeoutMs: number
}

const absolute = (address: string): string => new URL(address, window.location.origin).href

const isOwn = (url: string): boolean => url.startsWith(`${window.location.origin}/`)

/** The server has verified the embedded manifest. */
const manifestOfPage = (url: string): string | undefined =>
  [...document.querySelectorAll<HTMLElement>('script[data-manifest]')].find(
    ({ dataset }) => absolute(dataset.manifest ?? '') === url,
  )?.textContent ?? undefined

/** Older manifests have no hash. */
const ManifestSchema = v.object({
  metaData: v.object({ remoteEntry: v.object({ name: v.string(), integrity: v.optional(v.string()) }) }),
})

const readManifest = async ({ url, integrity }: RemoteFile, { count, timeoutMs }: LoadAttempt): Promise<unknown> => {
  const ofPage = count === 1 ? manifestOfPage(url) : undefined
  if (ofPage !== undefined) return JSON.parse(ofPage)
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    cache: count === 1 ? 'default' : 'no-store',
    ...(integrity ? { integrity } : {}),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json()
}

/**
 * Returns the remoteEntry, which checks the chunks itself
 * (shared/build/integrity/chunk-integrity.ts).
 */
export const remoteEntryFile = async (manifest: RemoteFile, attempt: LoadAttempt): Promise<RemoteFile> => {
  const url = absolute(manifest.url)
  const { metaData } = v.parse(ManifestSchema, await readManifest({ ...manifest, url }, attempt))
  const { name, integrity } = metaData.remoteEntry
  if (manifest.integrity && !integrity && !isOwn(url)) throw new Error(`${url} has no hash of its entry`)
  return { url: new URL(name, url).href, integrity }
}

const scriptOf = ({ url, integrity }: RemoteFile, count: number): HTMLScriptElement => {
  const script = document.createElement('script')
  // A script that hangs locks its cache entry.
  script.src = count > 1 ? `${url}?attempt=${count}` : url
  script.integrity = integrity ?? ''
  // Integrity checks across origins require CORS.
  if (!isOwn(script.src)) script.crossOrigin = 'anonymous'
  script.async = true
  script.fetchPriority = 'high'
  return script
}

export const runScript = (file: RemoteFile, { count, timeoutMs }: LoadAttempt): Promise<void> => {
  const script = scriptOf(file, count)
  let timer: ReturnType<typeof setTimeout>
  return new Promise<void>((resolve, reject) => {
    const late = () => reject(new DOMException(`${script.src} did not arrive within ${timeoutMs} ms`, 'TimeoutError'))
    timer = setTimeout(late, timeoutMs)
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${script.src} did not load`))
    document.head.append(script)
  }).finally(() => {
    clearTimeout(timer)
    script.remove()
  })
}

const ContainerSchema = v.object({ init: v.function(), get: v.function() })
const FactorySchema = v.function()

export interface RemoteContainer {
  init(shareScope: ShareScope, initScope: readonly unknown[], options: object): unknown
  get(request: string): unknown
}

export const takeContainer = (name: string): RemoteContainer => {
  const container = v.safeParse(ContainerSchema, Reflect.get(window, name))
  Reflect.set(window, name, undefined)
  if (!container.success) throw new Error(`the entry of ${name} left no container`)
  return container.output
}

/** @param mayReplace modules of the shell, for itself */
export const appOf = async (
  { init, get }: RemoteContainer,
  shell: ShareScope,
  mayReplace: boolean,
): Promise<unknown> => {
  const shareScope = copyScope(shell)
  await init(shareScope, [], { version: '', shareScopeKeys: 'default' })
  const replaced = replacedIn(shareScope, shell)
  if (replaced && !mayReplace) throw new Error(`the container replaces ${replaced} of the shell`)
  const factory = v.parse(FactorySchema, await get('./app'))
  return factory()
}
