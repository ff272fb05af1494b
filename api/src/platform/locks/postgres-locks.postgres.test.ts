import type pg from 'pg'
import { openSharedStore, type TestStore } from '../../../test/support/test-store.ts'
import { isTransactionConflict } from '../database/database-failure.ts'
import { openPool } from '../database/postgres-dialect.ts'
import { createPostgresLocks } from './postgres-locks.ts'

const DOCUMENT = 7

let store: TestStore
const pools: pg.Pool[] = []

beforeEach(async () => {
  store = await openSharedStore()
})
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end()
  await store.drop()
})

const openProcess = (lockTimeout = 60_000) => {
  const url = store.variables.DATABASE_URL ?? ''
  const pool = openPool({ url, onError: () => undefined, size: 2, lockTimeout })
  pools.push(pool)
  return createPostgresLocks(pool)
}

test('across processes, one document runs one task at a time and different documents run concurrently', async () => {
  const processes = [openProcess(), openProcess(), openProcess()]
  let inside = 0
  let most = 0
  const work = async (): Promise<void> => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise((resolve) => setTimeout(resolve, 5))
    inside -= 1
  }
  await Promise.all(processes.flatMap((locks) => [locks.run(DOCUMENT, work), locks.run(DOCUMENT, work)]))
  expect(most).toBe(1)

  let arrived = 0
  let letAllGo: () => void = () => undefined
  const allThere = new Promise<void>((resolve) => {
    letAllGo = resolve
  })
  const meet = async (): Promise<void> => {
    arrived += 1
    if (arrived === processes.length) letAllGo()
    await allThere
  }
  await Promise.all(processes.map((locks, index) => locks.run(index, meet)))
})

test('processes that lock several documents in any order each get them, with one connection', async () => {
  const processes = [openProcess(), openProcess(), openProcess()]
  const held = new Set<number>()
  const hold = (ids: readonly number[]) => async () => {
    expect(ids.filter((id) => held.has(id))).toEqual([])
    for (const id of ids) held.add(id)
    await new Promise((resolve) => setTimeout(resolve, 2))
    for (const id of ids) held.delete(id)
    return ids.length
  }
  const orders = [
    [1, 2, 3],
    [3, 2, 1],
    [2, 3],
    [3, 1],
  ]
  const counts = await Promise.all(processes.flatMap((locks) => orders.map((ids) => locks.runAll(ids, hold(ids)))))
  expect(counts.reduce((sum, count) => sum + count)).toBe(30)
})

test('a caller that waits too long for a lock gets a conflict error', async () => {
  const [hung, other] = [openProcess(), openProcess(50)]
  let advanceWorkflow: () => void = () => undefined
  const began = new Promise<void>((resolve) => {
    void hung.run(DOCUMENT, async () => {
      resolve()
      await new Promise<void>((end) => {
        advanceWorkflow = end
      })
    })
  })
  await began
  const refused = await other.run(DOCUMENT, async () => 'done').catch((error: unknown) => error)
  expect(isTransactionConflict(refused)).toBe(true)
  advanceWorkflow()
  await hung.settled()
  expect(await other.run(DOCUMENT, async () => 'done')).toBe('done')
})

test('a failed task releases its lock', async () => {
  const [a, b] = [openProcess(), openProcess(50)]
  await expect(
    a.run(DOCUMENT, async () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await b.run(DOCUMENT, async () => 'done')).toBe('done')
})
