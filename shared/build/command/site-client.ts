import { openAsBlob } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { readPassedChecks } from '../checks/passed-checks.ts'
import { filesIn } from '../integrity/integrity.ts'
import { type BuildRecord, buildFolder } from '../release/build-record.ts'
import { CommandError } from './command-error.ts'

export interface Site {
  /** Without a trailing slash. */
  readonly url: string
  readonly token: string
}

/** Milliseconds; longer than the site's own limit. */
const TIMEOUT_MS = 150_000

const EntrySchema = v.object({
  active: v.string(),
  canary: v.optional(v.object({ release: v.string(), percent: v.number() })),
})
const DoneSchema = v.object({ after: v.optional(EntrySchema), waiting: v.optional(v.string()) })
const StateSchema = v.object({ remote: v.string() })
const RefusalSchema = v.object({ message: v.string() })

const call = async ({ url, token }: Site, init: RequestInit): Promise<unknown> => {
  const headers = { authorization: `Bearer ${token}` }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(`${url}/releases`, { ...init, headers, signal, redirect: 'error' }).catch(() => {
    throw new CommandError(`No se pudo hablar con ${url}. Revisa la dirección y la red; no se sabe que algo cambiara.`)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return body
  const refusal = v.safeParse(RefusalSchema, body)
  throw new CommandError(refusal.success ? refusal.output.message : `${url} respondió ${response.status}.`)
}

const formOf = async (root: string, record: BuildRecord, canary: number | undefined): Promise<FormData> => {
  const folder = buildFolder(root, record.release)
  const form = new FormData()
  form.append('release', JSON.stringify({ record, checks: readPassedChecks(root, record.release), canary }))
  for (const file of await filesIn(folder)) {
    const path = join(folder, file)
    if (!(await lstat(path)).isFile()) throw new CommandError(`${path} no es un archivo. No se publicó nada.`)
    form.append('file', await openAsBlob(path), file)
  }
  return form
}

/**
 * Sends the build to `POST /releases` of a site.
 *
 * @returns what is live now, for people
 * @throws CommandError with the site's refusal
 */
export const uploadBuild = async (
  site: Site,
  root: string,
  record: BuildRecord,
  canary: number | undefined,
): Promise<string> => {
  // A refusal during an upload may not arrive.
  const { remote } = v.parse(StateSchema, await call(site, { method: 'GET' }))
  if (remote !== record.name)
    throw new CommandError(`El token es de ${remote}, no de ${record.name}. No se publicó nada.`)
  const body = await formOf(root, record, canary)
  const { after, waiting } = v.parse(DoneSchema, await call(site, { method: 'POST', body }))
  if (waiting !== undefined) return `${waiting} espera que otra persona la apruebe.`
  return after?.canary
    ? `${after.canary.release} se prueba en el ${after.canary.percent} % de las pestañas.`
    : `${after?.active} está en vivo.`
}
