import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  commitmentOf,
  emptyRoot,
  judgeKey,
  leafHashOf,
  parseCheckpoint,
  parseNote,
  parseSealedEntry,
  rootOfHashes,
} from 'shared/contract/transparency-log'
import * as v from 'valibot'
import { readLastCheckpoint } from '../../domain/seal-log/ask-witness.ts'
import { noteCrypto } from '../../domain/seal-log/note-crypto.ts'
import { readWitnessPolicy } from '../../domain/seal-log/read-policy.ts'
import { type SealLogKeys, signerOfTree } from '../../domain/seal-log/seal-log.ts'
import { TILE_WIDTH } from '../../domain/seal-log/tree-store.ts'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import { causeText, type DoctorFinding, findingsOf } from './finding.ts'
import type { ReadOnlyDatabase } from './open-read-only-database.ts'

const { ok, warning, error } = findingsOf('sealLog')
const { sha256 } = noteCrypto

/** Leaves read at once: whole tiles. */
const LEAVES_READ = 64 * TILE_WIDTH

const number = v.pipe(v.number(), v.safeInteger())
const HeadSchema = v.object({ tree: number, origin: v.string(), size: number, note: v.string(), is_witnessed: number })
const LeafSchema = v.object({ position: number, hash: v.string() })
const OpeningSchema = v.object({
  document_id: number,
  opening: v.string(),
  entry: v.string(),
  status: v.string(),
  leaf: v.nullable(v.string()),
})
type Head = v.InferOutput<typeof HeadSchema>

const ALTERED =
  'Alguien escribió en la base sin pasar por Trazo. No sigas sellando: compara con el último respaldo (docs/seal-log.md).'
const RESTORED =
  'La base de datos es más vieja que la que los testigos conocen. Restaura la más nueva, o declara qué pasó con restart-log (docs/seal-log.md).'

const rowsOf = async <Output>(
  ledger: ReadOnlyDatabase,
  schema: v.GenericSchema<unknown, Output>,
  statement: string,
): Promise<Output[]> => (await ledger.rows(statement)).map((row) => v.parse(schema, row))

/** Root over the leaves, without trusting the nodes above them. Undefined if one is missing. */
const rootOfLeaves = async (ledger: ReadOnlyDatabase, { tree, size }: Head): Promise<Uint8Array | undefined> => {
  const tiles: Uint8Array[] = []
  for (let start = 0; start < size; start += LEAVES_READ) {
    const leaves = await rowsOf(
      ledger,
      LeafSchema,
      `select position, hash from seal_log_nodes where tree = ${tree} and level = 0
        and position >= ${start} and position < ${Math.min(start + LEAVES_READ, size)} order by position`,
    )
    if (leaves.length !== Math.min(LEAVES_READ, size - start)) return undefined
    const hashes = leaves.map(({ hash }) => Buffer.from(hash, 'hex'))
    for (let from = 0; from < hashes.length; from += TILE_WIDTH)
      tiles.push(await rootOfHashes(hashes.slice(from, from + TILE_WIDTH), sha256))
  }
  return size === 0 ? emptyRoot(sha256) : rootOfHashes(tiles, sha256)
}

const examineHead = async (ledger: ReadOnlyDatabase, keys: SealLogKeys, head: Head): Promise<DoctorFinding[]> => {
  const note = parseNote(head.note)
  const stated = parseCheckpoint(note?.text ?? '')
  const { key } = await signerOfTree(keys, head)
  if (note === undefined || stated === undefined || (await judgeKey(note, key, noteCrypto)).kind !== 'true')
    return [error('La firma sobre el final del registro de sellos no es la de la plataforma.', ALTERED)]
  const root = await rootOfLeaves(ledger, head)
  const isWhole = root !== undefined && Buffer.from(root).equals(stated.root) && stated.size === head.size
  return isWhole ? [] : [error('El registro de sellos no tiene las entradas que la plataforma firmó.', ALTERED)]
}

const isTrueOpening = async ({ document_id, opening, entry, status, leaf }: v.InferOutput<typeof OpeningSchema>) => {
  const bytes = await commitmentOf(opening, sha256)
  const expected = Buffer.from(await leafHashOf(bytes, sha256)).toString('hex')
  return (
    parseSealedEntry(opening)?.documentId === document_id &&
    status === 'COMPLETED' &&
    Buffer.from(bytes).toString('hex') === entry &&
    (leaf === null || leaf === expected)
  )
}

/** Entries of documents that were not completed, and documents without an entry. */
const examineEntries = async (ledger: ReadOnlyDatabase): Promise<DoctorFinding[]> => {
  const openings = await rowsOf(
    ledger,
    OpeningSchema,
    `select o.document_id, o.opening, e.entry, d.status, n.hash as leaf from seal_log_openings o
      join seal_log_entries e on e.id = o.entry_id join documents d on d.id = o.document_id
      left join seal_log_nodes n on n.tree = e.tree and n.level = 0 and n.position = e.position`,
  )
  const judged = await Promise.all(openings.map(isTrueOpening))
  const [{ missing } = { missing: 0 }] = await rowsOf(
    ledger,
    v.object({ missing: number }),
    `select count(*) as missing from documents d where d.status = 'COMPLETED'
      and d.completed_at > (select min(started_at) from seal_log_trees)
      and not exists (select 1 from seal_log_openings o where o.document_id = d.id)`,
  )
  const wrong = judged.filter((isTrue) => !isTrue).length + missing
  return wrong === 0 ? [] : [error(`Entre el registro de sellos y los documentos hay ${wrong} diferencias.`, ALTERED)]
}

const examineWitnesses = async ({ witnesses }: SealLogKeys, head: Head): Promise<DoctorFinding[]> => {
  if (witnesses === null) return [ok(`${head.size} entradas, sin testigos independientes.`)]
  for (const witness of witnesses.policy.witnesses.filter(({ url }) => url !== undefined)) {
    const seen = await readLastCheckpoint(witness, head.origin)
    const size = seen && parseCheckpoint(seen.text)?.size
    if (size !== undefined && size > head.size)
      return [error(`El testigo ${witness.name} firmó ${size} entradas, y aquí hay ${head.size}.`, RESTORED)]
  }
  if (head.is_witnessed === 1) return [ok(`${head.size} entradas, con sus testigos.`)]
  return [
    warning(
      'Faltan firmas de testigos en el final del registro de sellos.',
      'Pregunta a quienes los operan si funcionan.',
    ),
  ]
}

const examineTree = async (ledger: ReadOnlyDatabase, keys: SealLogKeys): Promise<DoctorFinding[]> => {
  const [head] = await rowsOf(
    ledger,
    HeadSchema,
    `select tree, origin, size, note, is_witnessed from seal_log_checkpoints
      join seal_log_trees on seal_log_trees.number = tree order by tree desc, size desc limit 1`,
  )
  if (head === undefined) return [ok('Comienza en el próximo inicio.')]
  const stopped = await ledger.rows('select reason from seal_log_stops where ended_at is null')
  const stops = stopped.map(({ reason }) => error(`No se sella nada: ${String(reason)}.`, RESTORED))
  const problems = [...stops, ...(await examineHead(ledger, keys, head)), ...(await examineEntries(ledger))]
  return [...problems, ...(problems.length > 0 ? [] : await examineWitnesses(keys, head))]
}

/** Compares the log of seals with its leaves, the documents and the witnesses. */
export const examineSealLog = async (
  { keysDir, witnessPolicy }: Pick<ApiEnvironment, 'keysDir' | 'witnessPolicy'>,
  ledger: ReadOnlyDatabase | null,
): Promise<DoctorFinding[]> => {
  if (ledger === null) return []
  const exists = await ledger.rows('select 1 as found from seal_log_trees limit 1').catch(() => undefined)
  if (exists === undefined || exists.length === 0) return [ok('Comienza en el próximo inicio.')]
  try {
    const seed = await readFile(join(keysDir, 'second-factor.key'))
    return await examineTree(ledger, { seed, witnesses: await readWitnessPolicy(witnessPolicy) })
  } catch (problem) {
    return [
      warning(
        `No se puede revisar el registro de sellos: ${causeText(problem)}.`,
        'Revisa la base de datos y las llaves.',
      ),
    ]
  }
}
