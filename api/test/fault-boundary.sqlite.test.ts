import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/platform/database/open-database.ts'
import { type Fault, faultBoundary } from './support/fault-boundary.ts'
import { distinctPoints, endOrder, giveOrder, obeyOrders, recorded } from './support/fault-orders.ts'
import { openMigratedStore } from './support/test-store.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trazo-boundary-'))
  await openMigratedStore(folder)
})

afterEach(() => rm(folder, { recursive: true }))

const openFaulty = (fault: Fault) => openDatabase(join(folder, 'trazo.sqlite'), undefined, faultBoundary(fault).dialect)

const row = (source: string) => ({ source, started_at: 0, finished_at: null })

test('a fault point names the table of a write and the earlier writes of its transaction', async () => {
  const points: string[] = []
  const db = await openFaulty((point) => points.push(point))
  points.length = 0
  await db.transaction().execute((transaction) => transaction.selectFrom('data_moves').selectAll().execute())
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('data_moves').values(row('a')).execute()
    await transaction.deleteFrom('data_moves').where('source', '=', 'b').execute()
    await transaction.updateTable('data_moves').set({ finished_at: 1 }).execute()
  })
  await db.deleteFrom('data_moves').returning('source').execute()
  await db.destroy()
  expect(points).toEqual([
    'before begin > insert data_moves',
    'after begin > insert data_moves',
    'before begin > insert data_moves > delete data_moves',
    'before begin > insert data_moves > update data_moves',
    'after begin > insert data_moves > update data_moves',
    'before begin > insert data_moves > update data_moves > commit',
    'after begin > insert data_moves > update data_moves > commit',
    'before delete data_moves',
    'after delete data_moves',
  ])
  expect(distinctPoints([...points, ...points.slice(-2)])).toEqual([
    'before begin > insert data_moves',
    'before begin > insert data_moves > update data_moves',
    'before begin > insert data_moves > update data_moves > commit',
    'after begin > insert data_moves > update data_moves > commit',
    'before delete data_moves',
    'after delete data_moves',
    'before delete data_moves #2',
    'after delete data_moves #2',
  ])
})

test.each([
  ['fail before insert data_moves', []],
  ['fail after insert data_moves', ['a']],
  ['fail before insert data_moves #2', ['a']],
  ['fail before begin > * > commit', ['a', 'b']],
  ['fail after begin > * > commit', ['a', 'b', 'c', 'd']],
  ['', ['a', 'b', 'c', 'd']],
])('the order %p keeps the rows that were written before the failure', async (order, expected) => {
  const db = await openFaulty(obeyOrders(folder))
  await giveOrder(folder, order)
  const work = async (): Promise<void> => {
    for (const name of ['a', 'b']) await db.insertInto('data_moves').values(row(name)).execute()
    await db.transaction().execute(async (transaction) => {
      for (const name of ['c', 'd']) await transaction.insertInto('data_moves').values(row(name)).execute()
    })
  }
  const failure = await work().catch(String)
  expect(failure).toEqual(order === '' ? undefined : expect.stringContaining(order.replace(/^fail | [*>#].*$/g, '')))
  await endOrder(folder)
  const rows = await db.selectFrom('data_moves').select('source').orderBy('source').execute()
  await db.destroy()
  expect(rows.map(({ source }) => source)).toEqual(expected)
})

test('a recording of fault points ends with its work', async () => {
  const db = await openFaulty(obeyOrders(folder))
  const insert = (name: string) => db.insertInto('data_moves').values(row(name)).execute()
  await insert('a')
  const points = await recorded(folder, () => insert('b'))
  await insert('c')
  await db.destroy()
  expect(points).toEqual(['before insert data_moves', 'after insert data_moves'])
})

test('distinctPoints counts a retried transaction once', () => {
  const attempt = ['before begin > insert users', 'after begin > insert users', 'before begin > insert users > commit']
  expect(distinctPoints([...attempt, ...attempt, 'after begin > insert users > commit'])).toEqual([
    'before begin > insert users',
    'before begin > insert users > commit',
    'after begin > insert users > commit',
  ])
})
