import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { loginCall, passwordResetCall, registerCall } from 'shared/contract/accounts'
import * as v from 'valibot'
import { untilTrue } from '../../../test/support/eventually.ts'
import { startInvited } from '../../../test/support/invited.ts'
import { PASSWORD, registerPerson } from '../../../test/support/people.ts'
import {
  closeTestServers,
  createTestClock,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { SEAL_ATTEMPTS_MAX } from '../../domain/jobs/seal-constants.ts'
import { sealPause } from '../../domain/jobs/seal-jobs.ts'
import { createRenewalWorker } from '../../domain/sealing/renewal-worker.ts'
import { watchStorage } from '../../operations/admin-events/watch-storage.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.ts'
import { createLog } from '../logging.ts'
import { UndeliverableError } from '../mail/transport.ts'
import { openBlobStore } from '../storage/blob-store.ts'
import type { AdminEvent, AdminEventName } from './admin-events.ts'
import { createAdminLog } from './admin-log.ts'
import { deepestReason, watchService } from './watch-service.ts'

afterEach(closeTestServers)

const strict = { RATE_LIMIT_FACTOR: '1' }

const eventsOf = <Name extends AdminEventName>({ adminEvents }: TestServer, name: Name) =>
  adminEvents.filter((fact): fact is Extract<AdminEvent, { event: Name }> => fact.event === name)

test('an audit line is JSON with process, time, level and event at every log level', () => {
  for (const level of ['silent', 'error', 'trace'] as const) {
    const lines: string[] = []
    const adminLog = createAdminLog(createLog(level, { write: (line) => void lines.push(line) }))
    adminLog.record({ event: 'mail-given-up', mail: 7, kind: 'invitation', attempts: 40, refused: false })
    adminLog.record({ event: 'server-stopped', signal: 'SIGTERM', seconds: 3 })
    const [first, second] = lines.map((line): unknown => JSON.parse(line))
    const Line = v.object({ time: v.number(), pid: v.number(), hostname: v.string(), instance: v.string() })
    expect(v.parse(Line, first).instance).toBe(v.parse(Line, second).instance)
    expect(first).toMatchObject({ audit: true, level: 50, event: 'mail-given-up', mail: 7 })
    expect(second).toMatchObject({ audit: true, level: 30, event: 'server-stopped', seconds: 3 })
  }
})

test('a first start logs the keys that the server created', async () => {
  const server = await openTestServer({ ownKeys: true })
  const { db } = server.services
  expect(eventsOf(server, 'keys-created').map(({ keys }) => keys)).toEqual([
    [
      'evidence/log.key',
      'guest-token.key',
      'invitation-token.key',
      'platform/issuing.key',
      'platform/root.key',
      'platform/tsa.key',
      'reset-code.key',
      'second-factor.key',
    ],
  ])
  const known = await db.selectFrom('installation_keys').select('name').orderBy('name').execute()
  expect(known.map(({ name }) => name)).toEqual(eventsOf(server, 'keys-created')[0]?.keys)
})

describe('guessed passwords in the admin log', () => {
  const guess = (server: TestServer, username: string, remoteAddress: string) =>
    refuse(server, loginCall, { body: { username, password: 'no es esta' }, remoteAddress })
  const guessings = async (server: TestServer, count: number) => {
    await untilTrue('the guesses are logged', () => eventsOf(server, 'passwords-guessed').length >= count)
    return eventsOf(server, 'passwords-guessed')
  }

  test('the admin log records guessed passwords once, with the account’s id and the address', async () => {
    const server = await openTestServer({ variables: strict })
    const { user } = await registerPerson(server, 'olga')
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(server, 'olga', '203.0.113.7')
    expect(eventsOf(server, 'passwords-guessed')).toEqual([])
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await guess(server, 'OLGA', '203.0.113.7')).code).toBe('RATE_LIMITED')
    expect(await guessings(server, 1)).toEqual([
      { event: 'passwords-guessed', account: user.id, address: '203.0.113.7', muted: false },
    ])
  })

  test('the admin log does not contain a password that was typed as the username', async () => {
    const server = await openTestServer({ variables: strict })
    for (let attempt = 0; attempt < 12; attempt += 1) await guess(server, 'mi-clave-secreta', '2001:db8::1')
    expect(await guessings(server, 1)).toEqual([
      { event: 'passwords-guessed', account: null, address: '2001:db8:0:0::/64', muted: false },
    ])
    expect(JSON.stringify(server.adminEvents)).not.toContain('secreta')
  })

  test('the admin log limits the lines about guessed passwords from many addresses', async () => {
    const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.1' } })
    for (let host = 1; host <= 30; host += 1)
      for (let attempt = 0; attempt < 2; attempt += 1) await guess(server, 'olga', `198.51.${host}.1`)
    const recorded = await guessings(server, 20)
    expect(recorded).toHaveLength(20)
    expect(recorded.map(({ muted }) => muted)).toEqual([...Array<boolean>(19).fill(false), true])
    server.clock.advance(11 * MINUTE_MS)
    for (let attempt = 0; attempt < 2; attempt += 1) await guess(server, 'olga', '198.51.1.1')
    expect(await guessings(server, 21)).toHaveLength(21)
  })
})

test('the admin log records a reached limit once per window, without usernames and e-mail addresses', async () => {
  const server = await openTestServer({ variables: strict })
  const body = (username: string) => ({
    username,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    first_name: 'Ana',
    last_name: 'Mora',
    email: `${username}@example.com`,
    phone: '1',
  })
  const remoteAddress = '203.0.113.9'
  const many = async () => {
    for (let count = 0; count < 25; count += 1)
      await server.app.inject({ method: 'POST', url: registerCall.path, payload: body(`p${count}`), remoteAddress })
  }
  await many()
  const expected = { event: 'limit-reached', limit: 'register-address', address: '203.0.113.9', muted: false }
  expect(eventsOf(server, 'limit-reached')).toEqual([expected])
  server.clock.advance(2 * HOUR_MS)
  await many()
  expect(eventsOf(server, 'limit-reached')).toEqual([expected, expected])
  for (let count = 0; count < 6; count += 1)
    await server.app.inject({
      method: 'POST',
      url: passwordResetCall.path,
      payload: { email: 'ana@example.com' },
      remoteAddress: `203.0.113.${20 + count}`,
    })
  expect(eventsOf(server, 'limit-reached').at(-1)).toEqual({
    event: 'limit-reached',
    limit: 'reset-email',
    muted: false,
  })
  expect(JSON.stringify(server.adminEvents)).not.toContain('@')
})

describe('documents in the admin log', () => {
  const signed = async () => {
    const { server, document, open, sign, ana, luis } = await startInvited()
    await sign(await open('ana@example.com'), ana)
    const finish = async () => sign(await open('luis@example.com'), luis)
    return { server, document, finish }
  }

  test('the admin log records a document that could not be sealed after the last attempt, by its id', async () => {
    const { server, document, finish } = await signed()
    jest.spyOn(server.services.signer, 'seal').mockRejectedValue(new Error('de ana@example.com'))
    await finish()
    for (let attempt = 1; attempt < SEAL_ATTEMPTS_MAX; attempt += 1) {
      expect(eventsOf(server, 'sealing-given-up')).toEqual([])
      server.clock.advance(sealPause(attempt))
      await server.sealing.tick()
    }
    expect(eventsOf(server, 'sealing-given-up')).toEqual([
      { event: 'sealing-given-up', document: document.id, attempts: SEAL_ATTEMPTS_MAX, problem: expect.any(String) },
    ])
    expect(JSON.stringify(server.adminEvents)).not.toContain('@')
  })

  test('the admin log records the seals that were renewed and the documents that were not', async () => {
    const { server, document, finish } = await signed()
    await finish()
    const worker = createRenewalWorker({ ...server.services, margin: 100 * 365 * DAY_MS, log: createLog('silent') })
    await worker.tick()
    expect(server.adminEvents.at(-1)).toEqual({ event: 'seals-not-renewed', count: 1, documents: [document.id] })
    await server.services.db.updateTable('seals').set({ timestamp_valid_to: 1 }).execute()
    await worker.tick()
    expect(server.adminEvents.at(-1)).toEqual({ event: 'seals-renewed', renewed: 1 })
  })
})

describe('the storage in the admin log', () => {
  const openWatched = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trazo-watch-'))
    const clock = createTestClock()
    const recorded: AdminEvent[] = []
    const adminLog = { record: (fact: AdminEvent) => void recorded.push(fact) }
    const watch = watchService('storage', adminLog, clock.now)
    const plain = await openBlobStore(folder)
    const disk = { isFull: false }
    const probed: Promise<unknown>[] = []
    const unlessFull = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (disk.isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' })
      return work()
    }
    const put = (given: Uint8Array) => unlessFull(() => plain.put(given))
    const probe = () => {
      const done = unlessFull(plain.probe)
      probed.push(done)
      return done
    }
    const { blobs } = watchStorage({ ...plain, put, probe }, { watch, every: clock.every })
    const later = async (milliseconds: number) => {
      clock.advance(milliseconds)
      await Promise.allSettled(probed)
    }
    return { folder, blobs, recorded, later, disk }
  }
  const bytes = new TextEncoder().encode('hola')

  test('the admin log records once that the storage refuses writes and once that the storage recovered', async () => {
    const { folder, blobs, recorded, later, disk } = await openWatched()
    const { sha256 } = await blobs.put(bytes)
    disk.isFull = true
    for (const _ of [1, 2]) await expect(blobs.put(bytes)).rejects.toMatchObject({ code: 'ENOSPC' })
    const away = { event: 'service-away', service: 'storage', reason: 'ENOSPC' }
    await later(20 * SECOND_MS)
    await blobs.read(sha256)
    expect(recorded).toEqual([away])
    disk.isFull = false
    await later(5 * SECOND_MS)
    expect(recorded).toEqual([away, { event: 'service-back', service: 'storage', seconds: 25 }])
    await later(MINUTE_MS)
    expect(recorded).toHaveLength(2)
    await rm(folder, { recursive: true })
  })
})

test('the admin log records once that the database is unavailable and once that the database recovered', async () => {
  const server = await openTestServer()
  const { db, observeFailure } = server.services
  observeFailure(new Error('what was asked was wrong'))
  expect(server.adminEvents.filter(({ event }) => event.startsWith('service'))).toEqual([])
  await sql`alter table attempt_counts rename to elsewhere`.execute(db)
  observeFailure(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
  server.clock.advance(5 * SECOND_MS)
  // Waits for the failed attempt, queued before.
  await sql`select 1`.execute(db)
  await sql`alter table elsewhere rename to attempt_counts`.execute(db)
  expect(server.adminEvents.at(-1)).toEqual({ event: 'service-away', service: 'database', reason: 'ECONNREFUSED' })
  server.clock.advance(5 * SECOND_MS)
  await untilTrue('the recovery of the database is logged', () => server.adminEvents.at(-1)?.event === 'service-back')
  expect(server.adminEvents.at(-1)).toEqual({ event: 'service-back', service: 'database', seconds: 10 })
})

describe('mails in the admin log', () => {
  const failing = (problems: Error[]) => async (): Promise<void> => {
    const problem = problems.shift()
    if (problem !== undefined) throw problem
  }
  const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' })

  test('the admin log records an outage of the mail server and its recovery once each, with the duration', async () => {
    const problems = [refused(), refused(), Object.assign(new Error('450 <ana@x> greylisted'), { code: 'EENVELOPE' })]
    const server = await openTestServer({ transport: failing(problems) })
    await registerPerson(server, 'olga')
    await succeed(server, passwordResetCall, { body: { email: 'olga@example.com' } })
    await server.resetMailer.tick()
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await server.relay.tick()
      server.clock.advance(MINUTE_MS)
    }
    expect(server.adminEvents.filter(({ event }) => event.startsWith('service'))).toEqual([
      { event: 'service-away', service: 'mail', reason: 'ECONNECTION' },
      { event: 'service-back', service: 'mail', seconds: 120 },
    ])
  })

  test('the admin log records an undeliverable mail by its id and kind', async () => {
    const server = await openTestServer({
      transport: failing([new UndeliverableError('550 <ana@example.com> unknown')]),
    })
    await registerPerson(server, 'olga')
    await succeed(server, passwordResetCall, { body: { email: 'olga@example.com' } })
    await server.resetMailer.tick()
    await server.relay.tick()
    const mail = await server.services.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
    expect(eventsOf(server, 'mail-given-up')).toEqual([
      { event: 'mail-given-up', mail: mail.id, kind: mail.kind, attempts: 1, refused: true },
    ])
    expect(JSON.stringify(server.adminEvents)).not.toContain('@')
  })
})

test('deepestReason returns an error’s code or name, never its message', () => {
  const inner = Object.assign(new Error('ana@example.com'), { code: 'ECONNRESET' })
  expect(deepestReason(new Error('ana@example.com', { cause: inner }))).toBe('ECONNRESET')
  expect(deepestReason(new TypeError('ana@example.com'))).toBe('TypeError')
  expect(deepestReason('ana@example.com')).toBe('unknown')
})
