import { openAsBlob } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { readPassedChecks } from '../checks/passed-checks.ts'
import { releaseFilesIn } from '../integrity/integrity.ts'
import { type BuildRecord, buildFolder } from '../release/build-record.ts'
import { CommandError } from './command-error.ts'
import type { SiteAddress } from './parse-site.ts'
import {
  PreviewAnswerSchema,
  PreviewListSchema,
  PublisherStateSchema,
  SwitchAnswerSchema,
  SwitchRefusalSchema,
} from './protocol.ts'

/** Milliseconds; longer than the site's own limit. */
const TIMEOUT_MS = 150_000

/** The site's answer to a command. */
export type PublishedAnswer = v.InferOutput<typeof SwitchAnswerSchema>

const RELEASES = '/releases'
const PREVIEWS = '/releases/previews'

const call = async ({ url, token }: SiteAddress, init: RequestInit, path = RELEASES): Promise<unknown> => {
  const headers = { ...init.headers, authorization: `Bearer ${token}` }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url + path, { ...init, headers, signal, redirect: 'error' }).catch(() => {
    throw new CommandError(`No se pudo hablar con ${url}. Revisa la dirección y la red; no se sabe que algo cambiara.`)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return body
  const refusal = v.safeParse(SwitchRefusalSchema, body)
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
const requireOwn = async (site: SiteAddress, name: string, path = RELEASES): Promise<void> => {
  // A refusal during an upload may not arrive.
  const schema = path === PREVIEWS ? PreviewListSchema : PublisherStateSchema
  const state = v.safeParse(schema, await call(site, { method: 'GET' }, path))
  if (!state.success) throw new CommandError(`${site.url} no recibe esto: ¿es de una versión anterior?`)
  const { remote } = state.output
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
  return v.parse(
    SwitchAnswerSchema,
    await call(site, { method: 'POST', body: await releaseForm(root, record, canary) }),
  )
}

/** @throws CommandError with the site's refusal */
export const sendCommand = async (site: SiteAddress, name: string, command: object): Promise<PublishedAnswer> => {
  await requireOwn(site, name)
  const headers = { 'content-type': 'application/json' }
  return v.parse(SwitchAnswerSchema, await call(site, { method: 'POST', headers, body: JSON.stringify(command) }))
}

const date = new Intl.DateTimeFormat('es-CR', { dateStyle: 'medium', timeStyle: 'short' })

/**
 * @returns id and address of the preview, for people
 * @throws CommandError with the site's refusal
 */
export const uploadPreviewBuild = async (site: SiteAddress, root: string, record: BuildRecord): Promise<string> => {
  await requireOwn(site, record.name, PREVIEWS)
  const body = await releaseForm(root, record, undefined)
  const { remote, preview } = v.parse(PreviewAnswerSchema, await call(site, { method: 'POST', body }, PREVIEWS))
  const { id, release, expiresAt } = preview
  return `vista previa de ${release} hasta el ${date.format(new Date(expiresAt))}, sin publicar: ${id}
${site.url}/previews#${remote}/${id}`
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
