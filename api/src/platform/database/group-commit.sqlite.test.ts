import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { type Generated, Kysely, sql } from 'kysely'
import { GroupCommit } from './group-commit.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { OneConnectionDriver } from './sqlite-driver.ts'

interface Tables {
  readonly notes: { readonly id: Generated<number>; readonly text: string }
}

let folder = ''
let db: Kysely<Tables>
let failures: Error[]
/** Ends a store; the disk waits for the test. */
let stores: { readonly end: () => void; readonly fail: () => void }[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trazo-commits-'))
  const path = join(folder, 'db.sqlite')
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = normal')
  database.exec('create table notes (id integer primary key, text text not null)')
  ;[failures, stores] = [[], []]
  const commits = new GroupCommit({
    log: `${path}-wal`,
    store: () =>
      new Promise((resolve, reject) =>
        stores.push({ end: resolve, fail: () => reject(new Error('input/output error')) }),
      ),
    onFailure: (error) => failures.push(error),
  })
  db = new Kysely<Tables>({
    dialect: { ...sqliteDialect(path), createDriver: () => new OneConnectionDriver(() => ({ database, commits })) },
  })
})

afterEach(async () => {
  for (const { end } of stores) end()
  await db.destroy()
  await rm(folder, { recursive: true })
})

/** Opening the log takes a thread. */
const whenStoring = async (count: number): Promise<void> => {
  while (stores.length < count) await turn()
}

const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 20; turns += 1) await turn()
}

const answered: string[] = []
beforeEach(() => {
  answered.length = 0
})

const follow = <Result>(name: string, work: Promise<Result>): Promise<Result> =>
  work.then((result) => {
    answered.push(name)
    return result
  })

const insert = (text: string) => db.insertInto('notes').values({ text }).execute()
const inTransaction = (text: string) =>
  db.transaction().execute(async (within) => {
    await within.insertInto('notes').values({ text }).execute()
    await within.selectFrom('notes').selectAll().execute()
  })
const read = () => db.selectFrom('notes').select('text').execute()

test('a commit is answered when it is stored; those that come meanwhile share the next store', async () => {
  const works: Promise<unknown>[] = [follow('first', inTransaction('first'))]
  await whenStoring(1)
  works.push(follow('second', inTransaction('second')), follow('third', insert('third')))
  await settle()
  expect(answered).toEqual([])
  stores[0]?.end()
  await whenStoring(2)
  expect(answered).toEqual(['first'])
  stores[1]?.end()
  await Promise.all(works)
  expect(stores).toHaveLength(2)
  expect((await read()).map(({ text }) => text)).toEqual(['first', 'second', 'third'])
})

test('what is not stored yet is not told: neither to a reader nor to a transaction that saw it', async () => {
  const writing = follow('write', insert('first'))
  await whenStoring(1)
  const works = [
    follow('read', read()),
    follow(
      'look',
      db.transaction().execute((within) => within.selectFrom('notes').selectAll().execute()),
    ),
  ]
  await settle()
  expect(answered).toEqual([])
  stores[0]?.end()
  await Promise.all([writing, ...works])
  expect(stores).toHaveLength(1)
})

test('statements that change nothing store nothing', async () => {
  await read()
  await db.updateTable('notes').set({ text: 'x' }).where('id', '=', 9).execute()
  await db.updateTable('notes').set({ text: 'x' }).where('id', '=', 9).returningAll().execute()
  await db.deleteFrom('notes').execute()
  await db.transaction().execute((within) => within.selectFrom('notes').selectAll().execute())
  expect(stores).toHaveLength(0)
})

test.each([
  ['an insert that returns its row', () => sql`insert into notes (text) values ('x') returning id`.execute(db)],
  [
    'a statement with a common table',
    () => sql`with a as (select 'x' as t) insert into notes (text) select t from a`.execute(db),
  ],
  ['a change of the schema', () => sql`create table more (id integer)`.execute(db)],
])('%s is stored', async (_, write) => {
  const writing = write()
  await whenStoring(1)
  stores[0]?.end()
  await writing
})

test('after a failed store every call fails, because a second try would prove nothing', async () => {
  const works = [insert('first'), insert('second')].map((work) =>
    expect(work).rejects.toThrow('may not be on the disk'),
  )
  await whenStoring(1)
  stores[0]?.fail()
  await Promise.all(works)
  await expect(read()).rejects.toThrow('may not be on the disk')
  await expect(insert('third')).rejects.toThrow('may not be on the disk')
  expect(failures.map(({ cause }) => String(cause))).toEqual(['Error: input/output error'])
  expect(stores).toHaveLength(1)
})

test('property: no commit is told before a store that began after it ended', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('make', 'end', 'wait'), { maxLength: 40 }), async (steps) => {
      const begun: { readonly at: number; readonly end: () => void; hasEnded: boolean }[] = []
      let made = 0
      const commits = new GroupCommit({
        log: '/dev/null',
        store: () => new Promise((resolve) => begun.push({ at: made, end: resolve, hasEnded: false })),
      })
      const endOne = (): void => {
        const open = begun.find(({ hasEnded }) => !hasEnded)
        if (open === undefined) return
        open.hasEnded = true
        open.end()
      }
      const told: Promise<void>[] = []
      const early: number[] = []
      for (const step of steps) {
        if (step === 'end') endOne()
        if (step === 'wait') await settle()
        if (step !== 'make') continue
        made += 1
        commits.made()
        const mine = made
        told.push(
          commits.stored().then(() => {
            if (!begun.some(({ at, hasEnded }) => hasEnded && at >= mine)) early.push(mine)
          }),
        )
      }
      const all = Promise.all(told).then(() => true)
      while (!(await Promise.race([all, turn(false)]))) endOne()
      await commits.close()
      expect(early).toEqual([])
      expect(begun.length).toBeLessThanOrEqual(Math.max(1, made))
    }),
    { numRuns: 60 },
  )
})
