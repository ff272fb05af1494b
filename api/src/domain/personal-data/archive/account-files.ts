import { toInstant, toInstantOrNull } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { securityEventTexts as eventTexts } from '../../accounts/users/security-log.ts'
import { viewUser } from '../../accounts/users/view-user.ts'
import { listTags } from '../../filing/account-tags.ts'
import { tagsOfTemplates } from '../../filing/tags-of-objects.ts'
import { parseDescription } from '../../templates/find-template.ts'
import type { PrefilledValues } from '../../templates/prefill-forms.ts'
import { type ArchiveFile, asJson } from './write-archive.ts'

const profile = async (db: ApiDatabase, userId: number): Promise<string> => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  return asJson({
    ...viewUser(user),
    creada: toInstant(user.created_at),
    email_confirmado: toInstantOrNull(user.email_verified_at),
  })
}

const access = async (db: ApiDatabase, userId: number): Promise<string> => {
  const sessions = await db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute()
  const passkeys = await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).execute()
  const totp = await db.selectFrom('totp_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const changes = await db.selectFrom('email_changes').selectAll().where('user_id', '=', userId).execute()
  const others = await db.selectFrom('account_addresses').selectAll().where('user_id', '=', userId).execute()
  const pending = await db.selectFrom('address_confirmations').selectAll().where('user_id', '=', userId).execute()
  const programs = await db.selectFrom('program_tokens').selectAll().where('user_id', '=', userId).execute()
  const origins = await db.selectFrom('embedding_origins').select('origin').where('user_id', '=', userId).execute()
  return asJson({
    sesiones: sessions.map(({ address, user_agent, created_at, last_used_at, ended_at }) => ({
      direccion_ip: address,
      navegador: user_agent,
      abierta: toInstant(created_at),
      ultimo_uso: toInstant(Math.max(created_at, last_used_at)),
      cerrada: toInstantOrNull(ended_at),
    })),
    llaves_de_acceso: passkeys.map(({ name, created_at, last_used_at }) => ({
      nombre: name,
      creada: toInstant(created_at),
      ultimo_uso: toInstantOrNull(last_used_at),
    })),
    tokens_de_programas: programs.map(({ kind, name, scopes, created_at, expires_at, last_used_at }) => ({
      tipo: kind === 'token' ? 'token' : 'cliente OAuth',
      nombre: name,
      permisos: scopes,
      creado: toInstant(created_at),
      vence: toInstant(expires_at),
      ultimo_uso: toInstantOrNull(last_used_at),
    })),
    sitios_que_incrustan: origins.map(({ origin }) => origin),
    aplicacion_de_codigos: toInstantOrNull(totp?.confirmed_at ?? null),
    emails_anteriores: changes.map(({ old_email, changed_at }) => ({ email: old_email, hasta: toInstant(changed_at) })),
    otras_direcciones: [
      ...others.map(({ email, confirmed_at }) => ({ email, confirmada: toInstant(confirmed_at) })),
      ...pending.map(({ email, expires_at }) => ({ email, confirmada: null, enlace_vence: toInstant(expires_at) })),
    ],
  })
}

const securityLog = async (db: ApiDatabase, userId: number): Promise<string> => {
  const events = await db
    .selectFrom('security_events')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('happened_at')
    .orderBy('id')
    .execute()
  return asJson(
    events.map(({ happened_at, kind, detail, address, user_agent }) => ({
      fecha: toInstant(happened_at),
      que: eventTexts[kind](detail),
      direccion_ip: address,
      navegador: user_agent,
    })),
  )
}

const savedSignatures = async (db: ApiDatabase, userId: number): Promise<string> => {
  const saved = await db.selectFrom('saved_signatures').selectAll().where('user_id', '=', userId).execute()
  return asJson(saved.map(({ user_id: _, created_at, ...rest }) => ({ ...rest, created_at: toInstant(created_at) })))
}

const contacts = async (db: ApiDatabase, userId: number): Promise<string> => {
  const rows = await db
    .selectFrom('contacts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .execute()
  return asJson(
    rows.map(({ name, email, last_used_at }) => ({ nombre: name, email, ultima_invitacion: toInstant(last_used_at) })),
  )
}

const delivered = async (db: ApiDatabase, endpointId: number) => {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['event_id', 'type', 'payload', 'state', 'created_at', 'attempts', 'attempted_at', 'answer_status'])
    .where('endpoint_id', '=', endpointId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ event_id, type, payload, state, created_at, attempts, attempted_at, answer_status }) => ({
    id: event_id,
    evento: type,
    contenido: JSON.parse(payload),
    estado: state,
    creado: toInstant(created_at),
    intentos: attempts,
    ultimo_intento: toInstantOrNull(attempted_at),
    respuesta: answer_status,
  }))
}

const webhooks = async (db: ApiDatabase, userId: number): Promise<string> => {
  const endpoints = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'events', 'state', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const described = []
  for (const { id, url, events, state, created_at } of endpoints)
    described.push({
      direccion: url,
      eventos: events,
      estado: state,
      creado: toInstant(created_at),
      avisos_de_los_ultimos_30_dias: await delivered(db, id),
    })
  return asJson(described)
}

const templates = async (db: ApiDatabase, userId: number): Promise<string> => {
  const rows = await db
    .selectFrom('template_versions')
    .innerJoin('templates', 'templates.id', 'template_versions.template_id')
    .select(['templates.id', 'templates.name', 'template_versions.version', 'template_versions.sha256'])
    .select(['template_versions.description', 'template_versions.created_at'])
    .where('templates.owner_id', '=', userId)
    .orderBy('templates.created_at')
    .orderBy('templates.id')
    .orderBy('template_versions.version')
    .execute()
  const tagged = await tagsOfTemplates(db, userId)
  return asJson(
    rows.map(({ id, name, version, sha256, description, created_at }) => ({
      plantilla: name,
      etiquetas: tagged.get(id)?.tags ?? [],
      version,
      guardada: toInstant(created_at),
      pdf: `plantillas/${sha256}.pdf`,
      contenido: JSON.parse(description),
    })),
  )
}

const tags = async (db: ApiDatabase, userId: number): Promise<string> => {
  const known = await listTags(db, userId)
  return asJson(
    known.map(({ name, documents, templates }) => ({ etiqueta: name, documentos: documents, plantillas: templates })),
  )
}

/** By index; undefined once the template is gone. */
const formLabels = async (
  db: ApiDatabase,
  { template_id, version }: { readonly template_id: number; readonly version: number },
): Promise<readonly string[] | undefined> => {
  const row = await db
    .selectFrom('template_versions')
    .select('description')
    .where('template_id', '=', template_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && parseDescription(row.description).form_fields.map(({ label }) => label)
}

/** A row names the template's form fields by index, which says nothing to a reader. */
const withLabels = (
  request: { readonly form_values?: PrefilledValues },
  labels: readonly string[] | undefined,
): object => ({
  ...request,
  ...(request.form_values && {
    form_values: request.form_values.map(([index, value]) => ({ campo: labels?.[index] ?? index, dato: value })),
  }),
})

const bulkJobs = async (db: ApiDatabase, userId: number): Promise<string> => {
  const jobs = await db
    .selectFrom('bulk_jobs')
    .selectAll()
    .where('owner_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const rows = await db
    .selectFrom('bulk_rows')
    .innerJoin('bulk_jobs', 'bulk_jobs.id', 'bulk_rows.job_id')
    .selectAll('bulk_rows')
    .where('bulk_jobs.owner_id', '=', userId)
    .orderBy('bulk_rows.row_number')
    .execute()
  const labels = new Map(await Promise.all(jobs.map(async (job) => [job.id, await formLabels(db, job)] as const)))
  return asJson(
    jobs.map(({ id, template_name, version, state, created_at, finished_at }) => ({
      plantilla: template_name,
      version,
      estado: state,
      creado: toInstant(created_at),
      terminado: toInstantOrNull(finished_at),
      filas: rows
        .filter(({ job_id }) => job_id === id)
        .map(({ row_number, state: row, request, document_id, error }) => ({
          fila: row_number,
          estado: row,
          documento: document_id,
          error,
          datos: request === null ? null : withLabels(JSON.parse(request), labels.get(id)),
        })),
    })),
  )
}

/** Each file once, by its hash: versions and duplicates share it. */
export const templatePdfs = async (db: ApiDatabase, userId: number): Promise<ArchiveFile[]> => {
  const rows = await db
    .selectFrom('template_versions')
    .innerJoin('templates', 'templates.id', 'template_versions.template_id')
    .select(['template_versions.sha256', 'template_versions.size'])
    .where('templates.owner_id', '=', userId)
    .distinct()
    .execute()
  return rows.map(({ sha256, size }) => ({ path: `plantillas/${sha256}.pdf`, kind: 'stored', sha256, size }))
}

/** Lazy: each file is read when the archive reaches it. */
export const accountFiles = (db: ApiDatabase, userId: number): ArchiveFile[] => [
  { path: 'cuenta/perfil.json', kind: 'text', write: () => profile(db, userId) },
  { path: 'cuenta/acceso.json', kind: 'text', write: () => access(db, userId) },
  { path: 'cuenta/registro-de-seguridad.json', kind: 'text', write: () => securityLog(db, userId) },
  { path: 'cuenta/contactos.json', kind: 'text', write: () => contacts(db, userId) },
  { path: 'cuenta/firmas-guardadas.json', kind: 'text', write: () => savedSignatures(db, userId) },
  { path: 'cuenta/avisos-a-otros-sistemas.json', kind: 'text', write: () => webhooks(db, userId) },
  { path: 'cuenta/plantillas.json', kind: 'text', write: () => templates(db, userId) },
  { path: 'cuenta/etiquetas.json', kind: 'text', write: () => tags(db, userId) },
  { path: 'cuenta/envios-a-muchos.json', kind: 'text', write: () => bulkJobs(db, userId) },
]
