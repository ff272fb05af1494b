/**
 * The ratio of the medians counts: a page of few documents
 * against one of 10,000 (plus 10,000 of other owners).
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FilesQuerySchema } from 'shared/contract'
import * as v from 'valibot'
import { findDocuments } from '../src/domain/documents/find-documents.ts'
import { listDocuments } from '../src/domain/documents/list-documents.ts'
import { type ApiDatabase, openDatabase } from '../src/platform/database/open-database.ts'
import { type DocumentSeed, insertDocuments } from '../test/support/documents.ts'
import { medianOf } from './support/measure.ts'

const OWNER = 1
const STRANGER = 2
const FEW = 100
const MANY = 10_000
const WARM_UP = 50
const ROUNDS = 500
/** Reading all documents is slow. */
const ROUNDS_OF_ALL = 20

const insertUser = (db: ApiDatabase, id: number) => {
  const texts = {
    username: '',
    first_name: '',
    last_name: '',
    email: '',
    phone: '',
    country: '',
    city: '',
    company: '',
  }
  const keys = { id, username_key: `${id}`, email_key: `${id}`, password_hash: '', created_at: 0 }
  return db
    .insertInto('users')
    .values({ ...texts, ...keys })
    .execute()
}

const seedOf = (index: number): DocumentSeed => ({
  name: `Contrato de servicios ${(index * 7919) % 100_003}.pdf`,
  description: 'Contrato de servicios profesionales con cláusula de confidencialidad, segunda versión',
  notes: 'Revisado por el departamento legal',
  uploadedAt: index,
  signers: ['María José Núñez', 'Luis Ángel Rojas'],
  ...(index % 3 === 0 ? { status: 'COMPLETED', completedAt: index } : { waitsFor: 'others' }),
})

const openFilled = async (path: string, ofOwner: number, ofOthers: number): Promise<ApiDatabase> => {
  const db = await openDatabase(path)
  for (const [id, count] of [
    [OWNER, ofOwner],
    [STRANGER, ofOthers],
  ] as const) {
    await insertUser(db, id)
    await insertDocuments(
      db,
      id,
      Array.from({ length: count }, (_, index) => seedOf(index)),
    )
  }
  return db
}

type Work = (db: ApiDatabase) => Promise<unknown>

const page = async (db: ApiDatabase, query: Record<string, string>) =>
  findDocuments({ db, clock: Date.now }, OWNER, v.parse(FilesQuerySchema, { limit: '24', ...query }))

/** After the 24th of few documents; one of the last pages of many. */
const latePage = async (db: ApiDatabase, query: Record<string, string>): Promise<Work> => {
  const { next_cursor } = await page(db, query)
  return (other) => page(other, { ...query, cursor: next_cursor ?? '' })
}

const timeOf = async (work: Work, db: ApiDatabase): Promise<number> => {
  const start = performance.now()
  await work(db)
  return performance.now() - start
}

const compare = async (
  name: string,
  [few, many]: readonly [ApiDatabase, ApiDatabase],
  work: Work,
  rounds: number,
): Promise<void> => {
  const times: [number[], number[]] = [[], []]
  for (let round = -Math.min(WARM_UP, rounds); round < rounds; round += 1) {
    const [small, large] = [await timeOf(work, few), await timeOf(work, many)]
    if (round < 0) continue
    times[0].push(small)
    times[1].push(large)
  }
  const [small, large] = [medianOf(times[0]), medianOf(times[1])]
  const columns = [`${small.toFixed(3)} ms`, `${large.toFixed(3)} ms`, `× ${(large / small).toFixed(2)}`]
  console.log(name.padEnd(40), ...columns.map((column) => column.padStart(12)))
}

const folder = await mkdtemp(join(tmpdir(), 'trazo-bench-'))
const databases = [
  await openFilled(join(folder, 'few.sqlite'), FEW, 0),
  await openFilled(join(folder, 'many.sqlite'), MANY, MANY),
] as const
const [few] = databases

console.log(`${FEW} documents, and ${MANY} among ${MANY} of others: p50 of ${ROUNDS}`)
const pages: readonly (readonly [name: string, query: Record<string, string>])[] = [
  ['newest first', {}],
  ['newest first, with the counts', { counts: 'true' }],
  ['what waits for others', { waits_for: 'others' }],
  ['by name', { sort: 'name' }],
  ['signed ones, oldest first', { signed: 'true', sort: 'oldest' }],
  ['of one status, by name', { status: 'COMPLETED', sort: 'name' }],
  ['words that many have', { q: 'maria contrato' }],
]
for (const [name, query] of pages) await compare(`first page, ${name}`, databases, (db) => page(db, query), ROUNDS)
await compare('a late page, newest first', databases, await latePage(few, {}), ROUNDS)
await compare('words that none has', databases, (db) => page(db, { q: 'inexistente' }), ROUNDS)
await compare(
  'all documents',
  databases,
  (db) => Readable.from(listDocuments({ db, clock: Date.now }, OWNER)).toArray(),
  ROUNDS_OF_ALL,
)

for (const db of databases) await db.destroy()
await rm(folder, { recursive: true })
