import * as v from 'valibot'
import { certificateNames } from './watched-certificates.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const id = v.pipe(v.number(), v.integer())
const names = v.array(v.string())

const faultyFile = v.strictObject({ sha256: v.string(), documents: v.array(id), muted: v.boolean() })

/** The installation cannot restart them. */
const outerServices = ['database', 'storage', 'replica', 'mail', 'timeStamps'] as const
export type OuterService = (typeof outerServices)[number]

/**
 * Programs parse the names. `data` lists all permitted properties.
 * docs/operations.md documents the events; a test compares both.
 */
/** Most ids in one event. */
export const DOCUMENTS_LISTED = 20

export const adminEvents = {
  'server-started': {
    level: 'info',
    data: v.strictObject({
      version: v.string(),
      node: v.string(),
      /** The latest database migration. */
      schema: v.string(),
      database: v.picklist(['sqlite', 'postgres']),
      storage: v.picklist(['folder', 's3']),
      settings: names,
    }),
  },
  'server-stopped': { level: 'info', data: v.strictObject({ signal: v.string(), seconds: count }) },
  'server-not-started': { level: 'error', data: v.strictObject({ version: v.string(), reason: v.string() }) },
  'configuration-changed': {
    level: 'warn',
    data: v.strictObject({ added: names, removed: names, changed: names }),
  },
  'migrations-run': { level: 'info', data: v.strictObject({ migrations: names }) },
  'keys-created': { level: 'warn', data: v.strictObject({ keys: names }) },
  'certificate-changed': {
    level: 'warn',
    data: v.strictObject({
      certificate: v.picklist(certificateNames),
      /** SHA-256; empty without active certificates. */
      fingerprints: names,
    }),
  },
  'certificate-revoked': { level: 'warn', data: v.strictObject({ serial: v.string(), reason: v.string() }) },
  'passwords-guessed': {
    level: 'warn',
    data: v.strictObject({
      /** null for an unknown account. */
      account: v.nullable(id),
      address: v.string(),
      muted: v.boolean(),
    }),
  },
  'limit-reached': {
    level: 'warn',
    data: v.strictObject({
      limit: v.string(),
      address: v.optional(v.string()),
      account: v.optional(id),
      document: v.optional(id),
      field: v.optional(id),
      muted: v.boolean(),
    }),
  },
  'sealing-given-up': {
    level: 'error',
    data: v.strictObject({
      document: id,
      attempts: count,
      problem: v.string(),
      rules: v.optional(v.array(v.string())),
      doubt: v.optional(v.string()),
    }),
  },
  'seals-renewed': { level: 'info', data: v.strictObject({ renewed: count }) },
  'seals-not-renewed': { level: 'error', data: v.strictObject({ count, documents: v.array(id) }) },
  'logs-authenticated': { level: 'warn', data: v.strictObject({ documents: count, altered: v.array(id) }) },
  'logs-anchored': {
    level: 'info',
    data: v.strictObject({ batch: count, root: v.string(), documents: count }),
  },
  'logs-not-anchored': { level: 'error', data: v.strictObject({ reason: v.string() }) },
  'seal-log-stopped': { level: 'error', data: v.strictObject({ reason: v.string() }) },
  'seal-log-restarted': { level: 'warn', data: v.strictObject({ tree: count, statement: v.string() }) },
  'log-altered': {
    level: 'error',
    data: v.strictObject({ document: id, fault: v.string(), muted: v.boolean() }),
  },
  'data-erased': { level: 'info', data: v.strictObject({ documents: count, accounts: count, files: count }) },
  'data-not-erased': { level: 'error', data: v.strictObject({ reason: v.string() }) },
  'bulk-row-failing': { level: 'error', data: v.strictObject({ job: id, row: count, attempts: count }) },
  'job-stopped': {
    level: 'error',
    data: v.strictObject({
      kind: v.picklist(['bulk', 'mail', 'seal', 'certificate', 'webhook']),
      /** Of the job, the mail, the document or the delivery. */
      number: id,
      /** Of the spreadsheet. */
      row: v.optional(count),
    }),
  },
  'certificate-not-issued': { level: 'error', data: v.strictObject({ document: id, attempts: count }) },
  'mail-given-up': {
    level: 'error',
    data: v.strictObject({ mail: id, kind: v.string(), attempts: count, refused: v.boolean() }),
  },
  'document-damaged': { level: 'error', data: faultyFile },
  'document-missing': { level: 'error', data: faultyFile },
  'document-restored': { level: 'info', data: v.strictObject({ sha256: v.string(), documents: v.array(id) }) },
  'document-healed': { level: 'warn', data: faultyFile },
  'copy-replaced': { level: 'warn', data: v.strictObject({ sha256: v.string(), muted: v.boolean() }) },
  'replica-made': { level: 'warn', data: v.strictObject({ folder: v.string(), unerased: count }) },
  'service-away': { level: 'error', data: v.strictObject({ service: v.picklist(outerServices), reason: v.string() }) },
  'service-back': { level: 'info', data: v.strictObject({ service: v.picklist(outerServices), seconds: count }) },
  'backup-made': { level: 'info', data: v.strictObject({ folder: v.string(), files: count }) },
  'backup-incomplete': {
    level: 'error',
    data: v.strictObject({ folder: v.string(), files: count, faulty: count, documents: v.array(id) }),
  },
  'damage-found': {
    level: 'error',
    data: v.strictObject({ folder: v.string(), files: count, faulty: count, documents: v.array(id) }),
  },
  'backup-verified': { level: 'info', data: v.strictObject({ folder: v.string(), files: count }) },
  'backup-failed': { level: 'error', data: v.strictObject({ folder: v.string(), reason: v.string() }) },
  'backup-restored': {
    level: 'warn',
    data: v.strictObject({ folder: v.string(), files: count, made: v.pipe(v.string(), v.isoTimestamp()) }),
  },
  'files-restored': {
    level: 'warn',
    data: v.strictObject({ folder: v.string(), files: count, faulty: count, documents: v.array(id) }),
  },
  'restore-failed': { level: 'error', data: v.strictObject({ folder: v.string(), reason: v.string() }) },
  'data-moved': { level: 'warn', data: v.strictObject({ files: count }) },
} as const

type Events = typeof adminEvents
export type AdminEventName = keyof Events

export type AdminEvent = {
  [Name in AdminEventName]: { readonly event: Name } & Readonly<v.InferOutput<Events[Name]['data']>>
}[AdminEventName]
