import { openPool, serialKysely } from './postgres-dialect.ts'

/** Pools connect with the first query. */
const url = 'postgres://127.0.0.1:1/none'

test('closing a database ends its connection pool, also without an earlier query', async () => {
  const pool = openPool({ url, onError: () => undefined })
  const db = serialKysely(pool)
  expect(pool.ended).toBe(false)
  await db.destroy()
  expect(pool.ended).toBe(true)
  await db.destroy()
})
