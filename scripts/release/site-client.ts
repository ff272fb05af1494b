import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { readPassedChecks } from '../../shared/build/checks/passed-checks.ts'
import { readBuildRecord } from '../../shared/build/release/build-record.ts'
import type { RemoteName } from '../../shared/src/contract/site/remote.ts'
import { forbiddenIn } from '../../shell/server/registry/check-release.ts'
import { listBelow } from '../../shell/server/release-files/open-below.ts'
import type { Site, Wish } from './parse-arguments.ts'

/** The message is Spanish and never contains the token. */
class SiteError extends Error {
  override readonly name = 'SiteError'
}

/** Milliseconds; longer than the site's own limit. */
const TIMEOUT_MS = 150_000

const EntrySchema = v.object({
  active: v.string(),
  fallback: v.nullable(v.string()),
  canary: v.optional(v.object({ release: v.string(), percent: v.number() })),
})
export type NamedReleases = v.InferOutput<typeof EntrySchema>

const DoneSchema = v.object({
  before: v.optional(EntrySchema),
  after: v.optional(EntrySchema),
  waiting: v.optional(v.string()),
  added: v.optional(v.array(v.string())),
})
const StateSchema = v.object({ remote: v.string() })
const RefusalSchema = v.object({ message: v.string() })

const call = async ({ url, token }: Site, init: RequestInit): Promise<unknown> => {
  const headers = { ...init.headers, authorization: `Bearer ${token}` }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(`${url}/releases`, { ...init, headers, signal, redirect: 'error' }).catch(() => {
    throw new SiteError(`No se pudo hablar con ${url}. Revisa la dirección y la red; no se sabe que algo cambiara.`)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return body
  const refusal = v.safeParse(RefusalSchema, body)
  throw new SiteError(refusal.success ? refusal.output.message : `${url} respondió ${response.status}.`)
}

const formOf = async (root: string, canary: number | undefined): Promise<FormData> => {
  const record = readBuildRecord(root)
  if (!record) throw new SiteError(`${root} no está construido.`)
  const place = { root, path: `dist/${record.release}` }
  const why = await forbiddenIn(place)
  if (why !== undefined) throw new SiteError(`${join(root, place.path)}: ${why}. No se publicó nada.`)
  const form = new FormData()
  const checks = readPassedChecks(root, record.release)
  form.append('release', JSON.stringify({ record, checks, canary }))
  for (const file of (await listBelow(place))?.files ?? [])
    form.append('file', await openAsBlob(join(root, place.path, file)), file)
  return form
}

const bodyFor = async (wish: Wish, root: string | undefined): Promise<RequestInit> => {
  if (wish.kind === 'build' && root !== undefined) return { body: await formOf(root, wish.canary) }
  return { body: JSON.stringify(wish), headers: { 'content-type': 'application/json' } }
}

/** @throws SiteError */
export const changeSite = async (site: Site, name: RemoteName, wish: Wish, root: string | undefined) => {
  // A refusal during an upload may not arrive.
  const { remote } = v.parse(StateSchema, await call(site, { method: 'GET' }))
  if (remote !== name) throw new SiteError(`El token es de ${remote}, no de ${name}. No se publicó nada.`)
  return v.parse(DoneSchema, await call(site, { method: 'POST', ...(await bodyFor(wish, root)) }))
}
