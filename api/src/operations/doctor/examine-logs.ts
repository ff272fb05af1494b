import { type LogEntry, LogEntrySchema } from 'shared/contract/evidence-log'
import * as v from 'valibot'
import { judgeBatches, type StoredBatch } from '../../domain/audit/judge-batches.ts'
import { judgeLog, type StoredLog } from '../../domain/audit/judge-log.ts'
import { judgeErasureRecord } from '../../domain/personal-data/judge-erasure-record.ts'
import { type EvidenceVerifier, readEvidenceVerifier } from '../../domain/pki/evidence-keys.ts'
import type { LogAnchorTable, LogBatchTable } from '../../platform/database/schema.ts'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import { causeText, type DoctorFinding, findingsOf } from './finding.ts'
import type { DatabaseRow, ReadOnlyDatabase } from './open-read-only-database.ts'

const { ok, warning, error } = findingsOf('logs')

const AT_ONCE = 200
const DOCUMENTS_LISTED = 5

const id = v.pipe(v.number(), v.integer())
const HeadSchema = v.object({
  document_id: id,
  number: id,
  hash: v.string(),
  authenticated_from: id,
  signed_at: id,
  key: v.string(),
  signature: v.string(),
})
const AnchorSchema = v.object({ document_id: id, number: id, hash: v.string(), batch: id, path: v.string() })
const BatchSchema = v.object({
  number: id,
  previous: v.string(),
  root: v.string(),
  documents: id,
  made_at: id,
  key: v.string(),
  signature: v.string(),
  token: v.string(),
})
const ErasedSchema = v.object({ document_hash: v.string(), batch: id, leaf: v.string(), path: v.string() })
const SealSchema = v.object({ document_id: id, log_head: v.string() })
const CountedSchema = v.object({ id })

type Schema<Output> = v.GenericSchema<unknown, Output>

const rowsAs = async <Output>(ledger: ReadOnlyDatabase, schema: Schema<Output>, statement: string): Promise<Output[]> =>
  (await ledger.rows(statement)).map((row: DatabaseRow) => v.parse(schema, row))

const of = <T extends { readonly document_id: number }>(rows: readonly T[], document: number): T[] =>
  rows.filter(({ document_id }) => document_id === document)

type Batches = ReadonlyMap<number, LogBatchTable>

const logsOf = async (
  ledger: ReadOnlyDatabase,
  ids: readonly number[],
  batches: Batches,
): Promise<Map<number, StoredLog>> => {
  const within = `where document_id in (${ids.join(', ')})`
  const entries: LogEntry[] = await rowsAs(
    ledger,
    LogEntrySchema,
    `select * from audit_events ${within} order by document_id, number`,
  )
  const heads = await rowsAs(ledger, HeadSchema, `select * from log_heads ${within}`)
  const anchors: LogAnchorTable[] = await rowsAs(ledger, AnchorSchema, `select * from log_anchors ${within}`)
  const seals = await rowsAs(ledger, SealSchema, `select document_id, log_head from seals ${within}`)
  return new Map(
    ids.map((document) => [
      document,
      {
        entries: of(entries, document),
        head: of(heads, document)[0],
        anchors: of(anchors, document).map((anchor) => ({ ...anchor, signed: batches.get(anchor.batch) })),
        sealed: of(seals, document).map(({ log_head }) => log_head),
      },
    ]),
  )
}

const alteredLogs = async (ledger: ReadOnlyDatabase, keys: EvidenceVerifier, batches: Batches) => {
  const altered: number[] = []
  let count = 0
  for (let last = 0; ; ) {
    const next = `select id from documents where id > ${last} order by id limit ${AT_ONCE}`
    const ids = (await rowsAs(ledger, CountedSchema, next)).map((row) => row.id)
    if (ids.length === 0) return { altered, count }
    for (const [document, stored] of await logsOf(ledger, ids, batches)) {
      count += 1
      if ((await judgeLog(keys, stored)) !== undefined) altered.push(document)
    }
    last = ids.at(-1) ?? last
  }
}

const readBatches = async (ledger: ReadOnlyDatabase, hasErased: boolean): Promise<StoredBatch[]> => {
  const batches = await rowsAs(ledger, BatchSchema, 'select * from log_batches order by number')
  const anchors = await rowsAs(ledger, AnchorSchema, 'select * from log_anchors')
  const erased = hasErased ? await rowsAs(ledger, ErasedSchema, 'select * from erased_anchors') : []
  const byBatch = Map.groupBy(anchors, ({ batch }) => batch)
  const erasedByBatch = Map.groupBy(erased, ({ batch }) => batch)
  return batches.map((batch) => ({
    ...batch,
    anchors: byBatch.get(batch.number) ?? [],
    erased: erasedByBatch.get(batch.number) ?? [],
  }))
}

const SkeletonSchema = v.object({
  document_hash: v.string(),
  content: v.string(),
  key: v.string(),
  signature: v.string(),
})

const alteredSkeletons = async (ledger: ReadOnlyDatabase, keys: EvidenceVerifier): Promise<number> => {
  const anchors = Map.groupBy(
    await rowsAs(ledger, ErasedSchema, 'select * from erased_anchors'),
    ({ document_hash }) => document_hash,
  )
  const skeletons = await rowsAs(ledger, SkeletonSchema, 'select * from document_skeletons')
  return skeletons.filter((skeleton) => !judgeErasureRecord(keys, skeleton, anchors.get(skeleton.document_hash) ?? []))
    .length
}

const REMEDY =
  'Alguien escribió en la base sin pasar por Trazo. Compara con el último respaldo y con las líneas logs-anchored.'

interface Examined {
  readonly altered: readonly number[]
  readonly batch: number | undefined
  /** With an invalid signature. */
  readonly skeletons: number
  readonly count: number
}

const logFindings = ({ altered, batch, skeletons, count }: Examined): DoctorFinding[] => {
  const findings: DoctorFinding[] = []
  if (altered.length > 0) {
    const listed = altered.slice(0, DOCUMENTS_LISTED).join(', ')
    const more = altered.length > DOCUMENTS_LISTED ? ` y ${altered.length - DOCUMENTS_LISTED} más` : ''
    findings.push(error(`El registro de estos documentos no está como se escribió: ${listed}${more}.`, REMEDY))
  }
  if (batch !== undefined)
    findings.push(error(`Falta o fue alterada el ancla ${batch} de los registros, o alguna de sus partes.`, REMEDY))
  if (skeletons > 0)
    findings.push(error(`No están como se firmaron ${skeletons} constancias de documentos borrados.`, REMEDY))
  return findings.length > 0 ? findings : [ok(`Los ${count} están como se escribieron.`)]
}

/** Detects changed, moved and truncated logs. */
export const examineLogs = async (
  { keysDir }: Pick<ApiEnvironment, 'keysDir'>,
  ledger: ReadOnlyDatabase | null,
): Promise<DoctorFinding[]> => {
  if (ledger === null) return []
  const authenticated = await ledger.rows('select 1 as found from log_heads limit 1').catch(() => undefined)
  if (authenticated === undefined) return [ok('Se autenticarán en el próximo inicio.')]
  const hasErased =
    (await ledger.rows('select 1 as found from erased_anchors limit 1').catch(() => undefined)) !== undefined
  try {
    // A snapshot, since a server may be writing.
    await ledger.rows(ledger.kind === 'sqlite' ? 'begin' : 'begin isolation level repeatable read')
    const keys = await readEvidenceVerifier(keysDir)
    const batches = await readBatches(ledger, hasErased)
    const byNumber = new Map(batches.map((batch) => [batch.number, batch]))
    const { altered, count } = await alteredLogs(ledger, keys, byNumber)
    const skeletons = hasErased ? await alteredSkeletons(ledger, keys) : 0
    return logFindings({ altered, count, skeletons, batch: await judgeBatches(keys, batches) })
  } catch (problem) {
    return [
      warning(`No se pueden revisar los registros: ${causeText(problem)}.`, 'Revisa la base de datos y las llaves.'),
    ]
  } finally {
    await ledger.rows('rollback').catch(() => [])
  }
}
