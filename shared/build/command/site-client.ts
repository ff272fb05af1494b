import { openAsBlob } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { readPassedChecks } from '../checks/passed-checks.ts'
import { releaseFilesIn } from '../integrity/integrity.ts'
import { type BuildRecord, buildFolder } from '../release/build-record.ts'
import { CommandError } from './command-error.ts'
import type { SiteAddress } from './parse-site.ts'

/** Milliseconds; longer than the site's own limit. */
const TIMEOUT_MS = 150_000

const EntrySchema = v.object({
  active: v.string(),
  fallback: v.nullable(v.string()),
  canary: v.optional(v.object({ release: v.string(), percent: v.number() })),
})

const DoneSchema = v.object({
  before: v.optional(EntrySchema),
  after: v.optional(EntrySchema),
  /** Release that a second person has to approve. */
  waiting: v.optional(v.string()),
  /** New capabilities of its code, for people. */
  added: v.optional(v.array(v.string())),
})
/** The site's answer to a command. */
export type PublishedAnswer = v.InferOutput<typeof DoneSchema>
const StateSchema = v.object({ remote: v.string() })
const RefusalSchema = v.object({ message: v.string() })

const call = async ({ url, token }: SiteAddress, init: RequestInit): Promise<unknown> => {
  const headers = { ...init.headers, authorization: `Bearer ${token}` }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(`${url}/releases`, { ...init, headers, signal, redirect: 'error' }).catch(() => {
    throw new CommandError(`No se pudo hablar con ${url}. Revisa la dirección y la red; no se sabe que algo cambiara.`)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return body
  const refusal = v.safeParse(RefusalSchema, body)
  throw new CommandError(refusal.success ? refusal.output.message : `${url} respondió ${response.status}.`)
}

const releaseForm = async (root: string, record: BuildRecord, canary: number | undefined): Promise<FormData> => {
  const folder = buildFolder(root, record.release)
  const form = new FormData()
  form.append('release', JSON.stringify({ record, checks: readPassedChecks(root, record.release), canary }))
  for (const file of await releaseFilesIn(folder)) {
    const path = join(folder, file)
    if (!(await lstat(path)).isFile()) throw new CommandError(`${path} no es un archivo. No se publicó nada.`)
    form.append('file', await openAsBlob(path), file)
  }
  return form
}

/** @throws CommandError if the token is of another remote */
const requireOwn = async (site: SiteAddress, name: string): Promise<void> => {
  // A refusal during an upload may not arrive.
  const { remote } = v.parse(StateSchema, await call(site, { method: 'GET' }))
  if (remote !== name) throw new CommandError(`El token es de ${remote}, no de ${name}. No se publicó nada.`)
}

/** @throws CommandError with the site's refusal */
export const sendBuild = async (
  site: SiteAddress,
  root: string,
  record: BuildRecord,
  canary: number | undefined,
): Promise<PublishedAnswer> => {
  await requireOwn(site, record.name)
  return v.parse(DoneSchema, await call(site, { method: 'POST', body: await releaseForm(root, record, canary) }))
}

/** @throws CommandError with the site's refusal */
export const sendCommand = async (site: SiteAddress, name: string, command: object): Promise<PublishedAnswer> => {
  await requireOwn(site, name)
  const headers = { 'content-type': 'application/json' }
  return v.parse(DoneSchema, await call(site, { method: 'POST', headers, body: JSON.stringify(command) }))
}

/** @returns what is live now, for people */
export const uploadBuild = async (...upload: Parameters<typeof sendBuild>): Promise<string> => {
  const { after, waiting, added = [] } = await sendBuild(...upload)
  const news = added.map((line) => `\n  ${line}`).join('')
  if (waiting !== undefined) return `${waiting} espera que otra persona la apruebe.${news}`
  return after?.canary
    ? `${after.canary.release} se prueba en el ${after.canary.percent} % de las pestañas.${news}`
    : `${after?.active} está en vivo.${news}`
}
