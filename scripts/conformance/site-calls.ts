import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { PublisherStateSchema, SwitchRefusalSchema } from '../../shared/build/command/protocol.ts'
import { type Registry, RegistrySchema } from '../../shared/src/contract/site/registry.ts'

/** Milliseconds. */
const TIMEOUT_MS = 15_000

export interface CheckedSite {
  /** Without a trailing slash. */
  readonly url: string
  /** Of a publisher; without it nothing is asked that needs one. */
  readonly token?: string | undefined
}

export interface ConformanceResult {
  readonly rule: string
  /** Undefined if the site conforms. */
  readonly problem: string | undefined
  /** What could not be checked, or stays at the site. */
  readonly note?: string | undefined
}

export class NonConformity extends Error {
  override readonly name = 'NonConformity'
}

export const requireRule = (holds: boolean, problem: string): void => {
  if (!holds) throw new NonConformity(problem)
}

export const askSite = (address: string | URL, init: RequestInit = {}): Promise<Response> =>
  fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...init })

export const jsonOf = (answer: Response): Promise<unknown> => answer.json().catch(() => undefined)

export const readPublic = async ({ url }: CheckedSite): Promise<Registry> => {
  const answer = await askSite(`${url}/registry.json`)
  requireRule(answer.status === 200, `/registry.json respondió ${answer.status}`)
  requireRule(answer.headers.get('cache-control') === 'no-store', '/registry.json no lleva Cache-Control: no-store')
  const parsed = v.safeParse(RegistrySchema, await jsonOf(answer))
  if (!parsed.success) throw new NonConformity(`/registry.json no sigue el esquema: ${parsed.issues[0].message}`)
  return parsed.output
}

export const sha384Of = (content: Uint8Array | string): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

interface NamedRelease {
  readonly remote: string
  readonly id: string
  readonly manifest: URL
  readonly integrity: string
}

export const releasesIn = ({ url }: CheckedSite, registry: Registry): NamedRelease[] =>
  Object.entries(registry.remotes).flatMap(([remote, entry]) =>
    Object.entries(entry?.releases ?? {}).map(([id, { manifest, integrity }]) => ({
      remote,
      id,
      manifest: new URL(manifest, url),
      integrity,
    })),
  )

export const checkServed = async ({ url }: CheckedSite, served: NamedRelease): Promise<void> => {
  const { remote, id, manifest, integrity } = served
  const who = `${remote} ${id}`
  const answer = await askSite(manifest)
  requireRule(answer.status === 200, `${who}: su manifiesto respondió ${answer.status}`)
  const body = new Uint8Array(await answer.arrayBuffer())
  requireRule(sha384Of(body) === integrity, `${who}: su manifiesto no es el que nombra el registro`)
  if (manifest.origin !== new URL(url).origin) {
    requireRule(answer.headers.has('access-control-allow-origin'), `${who}: su servidor no permite otros orígenes`)
    return
  }
  const cache = answer.headers.get('cache-control') ?? ''
  requireRule(cache.includes('immutable'), `${who}: sus archivos no se sirven como inmutables`)
  requireRule(
    answer.headers.get('x-content-type-options') === 'nosniff',
    `${who}: falta X-Content-Type-Options: nosniff`,
  )
  const missing = await askSite(new URL('no-such-file.js', manifest))
  requireRule(missing.status === 404, `${who}: un archivo que no existe respondió ${missing.status}, no 404`)
}

/** @param body sent as JSON, unless it is a form */
export const callReleases = ({ url, token }: CheckedSite, body?: object, init: RequestInit = {}): Promise<Response> => {
  const isForm = body instanceof FormData
  const sent = isForm ? body : JSON.stringify(body)
  return askSite(`${url}/releases`, {
    ...(body ? { method: 'POST', body: sent } : {}),
    headers: {
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...init,
  })
}

export type PublisherState = v.InferOutput<typeof PublisherStateSchema>

export const readState = async (site: CheckedSite): Promise<PublisherState> => {
  const answer = await callReleases(site)
  requireRule(answer.status === 200, `GET /releases respondió ${answer.status}`)
  const state = v.safeParse(PublisherStateSchema, await jsonOf(answer))
  if (!state.success) throw new NonConformity('GET /releases no sigue el protocolo')
  return state.output
}

export const requireRefusal = async (answer: Response, what: string): Promise<void> => {
  requireRule(answer.status >= 400 && answer.status < 500, `${what} respondió ${answer.status}, no 4xx`)
  const refusal = v.safeParse(SwitchRefusalSchema, await jsonOf(answer))
  requireRule(refusal.success, `${what}: una negativa no dice código y mensaje`)
}

export const resultOf = async (rule: string, check: () => Promise<unknown>): Promise<ConformanceResult> => {
  try {
    await check()
    return { rule, problem: undefined }
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    return { rule, problem: error instanceof NonConformity ? what : `no se pudo comprobar: ${what}` }
  }
}
