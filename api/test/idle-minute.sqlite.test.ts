import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { startWorkers } from '../src/app/start-workers.ts'
import { requestReset } from '../src/domain/accounts/login/request-reset.ts'
import { MINUTE_MS, SECOND_MS } from '../src/platform/clock.ts'
import { registerPerson } from './support/people.ts'
import { closeTestServers, openTestServer, type TestServer } from './support/test-server.ts'

afterEach(async () => {
  mock.timers.reset()
  jest.restoreAllMocks()
  await closeTestServers()
})

/** Waits its turn at the database, and for the commits before it. */
const LOOK = 'select 1'

/** Lets files and statements between two timers end. */
const settle = async ({ services: { db } }: TestServer): Promise<void> => {
  for (let turns = 0; turns < 20; turns += 1) {
    await sql.raw(LOOK).execute(db)
    await turn()
  }
}

/** @returns statements from now on */
const countStatements = (): (() => number) => {
  const statements = (['all', 'run', 'get'] as const).map((name) => jest.spyOn(StatementSync.prototype, name))
  return () => statements.flatMap(({ mock }) => mock.contexts).filter(({ sourceSQL }) => sourceSQL !== LOOK).length
}

/** Workers read the clock of the server, and sleep by these timers. */
const pass = async (server: TestServer, milliseconds: number): Promise<void> => {
  for (let passed = 0; passed < milliseconds; passed += SECOND_MS) {
    server.clock.advance(SECOND_MS)
    mock.timers.tick(SECOND_MS)
    await settle(server)
  }
}

const startWork = async (server: TestServer): Promise<void> => {
  // Jest's own fake timers do not reach modules of the API.
  mock.timers.enable({ apis: ['setTimeout'] })
  await startWorkers(server)
  await settle(server)
  await pass(server, MINUTE_MS)
}

test('without work, a minute of all workers takes at most 105 statements: one a second for due work, the rest by slower polls', async () => {
  const server = await openTestServer()
  await startWork(server)
  const count = countStatements()
  await pass(server, MINUTE_MS)
  expect(count()).toBeGreaterThanOrEqual(60)
  expect(count()).toBeLessThanOrEqual(105)
})

test('four times a minute, the worker of a replica takes at most 7 statements if nothing is to be done', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trazo-replica-'))
  const server = await openTestServer({ variables: { REPLICA_DIR: folder } })
  await server.replica?.tick()
  expect(await readdir(folder)).toContain('trazo-replica')
  const count = countStatements()
  await server.replica?.tick()
  expect(count()).toBeGreaterThan(0)
  expect(count()).toBeLessThanOrEqual(7)
  await rm(folder, { recursive: true })
})

test('a request that waits is found within a second, and its mail leaves', async () => {
  const server = await openTestServer()
  await registerPerson(server, 'olga')
  await startWork(server)
  server.delivered.splice(0)
  await requestReset(server.services, 'olga@example.com')
  await pass(server, SECOND_MS)
  while (server.delivered.length === 0) await settle(server)
  expect(server.delivered.map(({ mail }) => mail.kind)).toEqual(['reset-code'])
})
