import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { faultBoundary } from '../../../test/support/fault-boundary.ts'
import { createTestClock } from '../../../test/support/test-server.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { type ApiDatabase, openDatabase } from '../../platform/database/open-database.ts'
import { messageId } from '../../platform/mail/compose-mail.ts'
import { folderTransport } from '../../platform/mail/folder-transport.ts'
import { UndeliverableError } from '../../platform/mail/transport.ts'
import { openBlobStore } from '../../platform/storage/blob-store.ts'
import { MAIL_ATTEMPTS_MAX } from './record-outcome.ts'
import { mailRetryPause } from './retry-pause.ts'
import { bindNoKeys, type OutboxFixture, openOutbox } from './test-support/open-outbox.ts'

const clock = createTestClock()
let outbox: OutboxFixture
let db: ApiDatabase
let directory: string

beforeEach(async () => {
  outbox = await openOutbox(clock)
  ;({ db, directory } = outbox)
})

afterEach(() => outbox.remove())

const onlyMail = () => db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()

test('the relay sends a mail once and stores it as sent', async () => {
  const sent: number[] = []
  const relay = await outbox.openRelay(async ({ mail }) => void sent.push(mail.id))
  await outbox.queue()
  expect(await relay.tick()).toBe(1)
  expect(await relay.tick()).toBe(0)
  expect(sent).toHaveLength(1)
  expect(await onlyMail()).toMatchObject({ state: 'sent', sent_at: clock.now(), attempts: 1, claimed_until: null })
})

test('with forgetSent, the database keeps neither text nor links of a sent mail', async () => {
  await outbox.queue()
  await db
    .updateTable('outbox')
    .set({ unsubscribe_url: 'https://trazo.example/home/api/unsubscribe?token=abc' })
    .execute()
  const seen: string[] = []
  const relay = await outbox.openRelay(
    async ({ mail }) => {
      seen.push(mail.text_body)
      if (seen.length === 1) throw new Error('busy')
    },
    { forgetSent: true },
  )
  await relay.tick()
  clock.advance(MINUTE_MS)
  await relay.tick()
  expect(seen).toEqual([expect.stringContaining('¿Qué tal?'), expect.stringContaining('¿Qué tal?')])
  const stored = await db.selectFrom('outbox').selectAll().execute()
  expect(stored).toMatchObject([{ state: 'sent', text_body: '', html_body: '', unsubscribe_url: null }])
})

test('the relay retries a failed mail after a pause that doubles, and stores the error', async () => {
  let working = false
  const relay = await outbox.openRelay(async () => {
    if (!working) throw new Error('connect ECONNREFUSED')
  })
  await outbox.queue()
  await relay.tick()
  expect(await onlyMail()).toMatchObject({ state: 'pending', attempts: 1, last_error: 'connect ECONNREFUSED' })
  clock.advance(5 * SECOND_MS - 1)
  expect(await relay.tick()).toBe(0)
  clock.advance(1)
  expect(await relay.tick()).toBe(1)
  clock.advance(9 * SECOND_MS)
  expect(await relay.tick()).toBe(0)
  working = true
  clock.advance(SECOND_MS)
  expect(await relay.tick()).toBe(1)
  expect(await onlyMail()).toMatchObject({ state: 'sent', attempts: 3, last_error: null })
})

test('the retry pause grows from 5–10 seconds to 30–60 minutes', () => {
  expect(mailRetryPause(1, () => 0)).toBe(5 * SECOND_MS)
  expect(mailRetryPause(1, () => 0.999)).toBeLessThan(10 * SECOND_MS)
  expect(mailRetryPause(3, () => 0)).toBe(20 * SECOND_MS)
  expect(mailRetryPause(30, () => 0)).toBe(HOUR_MS / 2)
})

test('the relay loses no mail when the mail server is unavailable for an hour', async () => {
  const start = clock.now()
  const relay = await outbox.openRelay(async () => {
    if (clock.now() - start < HOUR_MS) throw new Error('ETIMEDOUT')
  })
  await outbox.queue()
  while ((await onlyMail()).state === 'pending' && clock.now() - start < 3 * HOUR_MS) {
    await relay.tick()
    clock.advance(MINUTE_MS)
  }
  expect(await onlyMail()).toMatchObject({ state: 'sent' })
})

test('after the maximum of attempts, the relay stores the mail as failed with its last error', async () => {
  const relay = await outbox.openRelay(async () => {
    throw new Error('sin servidor')
  })
  await outbox.queue()
  for (let n = 0; n < MAIL_ATTEMPTS_MAX; n++) {
    await relay.tick()
    clock.advance(HOUR_MS)
  }
  expect(await onlyMail()).toMatchObject({ state: 'failed', attempts: MAIL_ATTEMPTS_MAX, last_error: 'sin servidor' })
})

test.each([
  ['the server refuses for good', 'ana@example.com', new UndeliverableError('550 no such user')],
  ['is a list in disguise', 'ana@example.com,otra@example.com', undefined],
])('the relay does not retry an address that %s', async (_, address, error) => {
  const relay = await outbox.openRelay(async () => {
    if (error !== undefined) throw error
  })
  await outbox.queue(address)
  await relay.tick()
  expect(await onlyMail()).toMatchObject({ state: 'failed', attempts: 1 })
})

test('a mail that fails does not delay the next mail', async () => {
  const sent: string[] = []
  const relay = await outbox.openRelay(async ({ mail }) => {
    if (mail.to_address === 'mal@example.com') throw new Error('no')
    sent.push(mail.to_address)
  })
  await outbox.queue('mal@example.com')
  await outbox.queue('bien@example.com')
  await relay.tick()
  expect(sent).toEqual(['bien@example.com'])
})

test('the relay skips a claimed mail; at its start it sends a mail that a dead process had claimed', async () => {
  await outbox.queue()
  await db
    .updateTable('outbox')
    .set({ claimed_until: clock.now() + HOUR_MS })
    .execute()
  const sent = Promise.withResolvers<string>()
  const relay = await outbox.openRelay(async ({ mail }) => sent.resolve(mail.to_address))
  expect(await relay.tick()).toBe(0)
  await relay.start()
  clock.advance(MINUTE_MS)
  relay.wake()
  expect(await sent.promise).toBe('ana@example.com')
  await relay.stop()
  expect(await onlyMail()).toMatchObject({ state: 'sent' })
})

test('with one connection, the relay claims one mail at a time', async () => {
  for (const name of ['ana', 'luis', 'sofia']) await outbox.queue(`${name}@example.com`)
  const inHand: number[] = []
  const relay = await outbox.openRelay(async () => {
    const claimed = await db.selectFrom('outbox').select('id').where('claimed_until', 'is not', null).execute()
    inHand.push(claimed.length)
  })
  expect(await relay.tick()).toBe(3)
  expect(inHand).toEqual([1, 1, 1])
})

test('the relay sends a mail whose claim lost its answer, and counts the lost attempt', async () => {
  await outbox.queue()
  await db
    .updateTable('outbox')
    .set({ claimed_until: clock.now() + HOUR_MS, claimed_by: 0, attempts: 1 })
    .execute()
  const relay = await outbox.openRelay(async () => undefined)
  expect(await relay.tick()).toBe(1)
  expect(await onlyMail()).toMatchObject({ state: 'sent', attempts: 2 })
})

test('if the database fails after a delivery, the relay records the delivery before it sends the next mail', async () => {
  await outbox.queue('ana@example.com')
  await outbox.queue('luis@example.com')
  const sent: string[] = []
  let isUnavailable = true
  const { dialect } = faultBoundary((point) => {
    if (isUnavailable && point === 'before begin > update outbox') throw new Error('database is locked')
  })
  const unavailable = await openDatabase(join(directory, 'db.sqlite'), undefined, dialect)
  bindNoKeys(unavailable)
  const relay = await outbox.openRelay(async ({ mail }) => void sent.push(mail.to_address), { db: unavailable })
  await expect(relay.tick()).rejects.toThrow('database is locked')
  await expect(relay.tick()).rejects.toThrow('database is locked')
  expect(sent).toEqual(['ana@example.com'])
  isUnavailable = false
  expect(await relay.tick()).toBe(1)
  expect(sent).toEqual(['ana@example.com', 'luis@example.com'])
  const states = await db.selectFrom('outbox').select(['state', 'attempts']).execute()
  expect(states).toEqual([
    { state: 'sent', attempts: 1 },
    { state: 'sent', attempts: 1 },
  ])
  await unavailable.destroy()
})

test.each([new Error('busy'), new UndeliverableError('no such mailbox')])(
  'the relay does not resend a mail that was withdrawn while its delivery failed: %s',
  async (error) => {
    await outbox.queue()
    const relay = await outbox.openRelay(async () => {
      await db.updateTable('outbox').set({ state: 'withdrawn' }).execute()
      throw error
    })
    await relay.tick()
    clock.advance(HOUR_MS)
    expect(await relay.tick()).toBe(0)
    expect(await onlyMail()).toMatchObject({ state: 'withdrawn' })
  },
)

test('wake makes the waiting relay send a newly queued mail', async () => {
  const sent = Promise.withResolvers<string>()
  const relay = await outbox.openRelay(async ({ mail }) => sent.resolve(mail.to_address))
  await relay.start()
  await outbox.queue()
  relay.wake()
  expect(await sent.promise).toBe('ana@example.com')
  await relay.stop()
})

test('the relay does not send a mail whose attachment is missing on the disk', async () => {
  const relay = await outbox.openRelay(async () => undefined)
  await outbox.queue('ana@example.com', { attachment: { filename: 'a.pdf', sha256: 'ab'.repeat(32) } })
  await relay.tick()
  expect(await onlyMail()).toMatchObject({ state: 'pending', last_error: expect.stringContaining('missing') })
})

describe('delivery into a folder', () => {
  const from = { name: 'Trazo', address: 'no-responder@trazo.example' }

  test('the relay writes the whole message with its attachment', async () => {
    const blobs = await openBlobStore(directory)
    const { sha256 } = await blobs.put(Buffer.from('%PDF-1.7 contenido'))
    const relay = await outbox.openRelay(await folderTransport(join(directory, 'outbox'), { from }))
    await outbox.queue('ana@example.com', { attachment: { filename: 'Año.pdf', sha256 } })
    await relay.tick()
    const [name = ''] = await readdir(join(directory, 'outbox'))
    const message = await readFile(join(directory, 'outbox', name), 'utf8')
    const mail = await onlyMail()
    expect(name).toBe(`${new Date(mail.created_at).toISOString().replace(/[:.]/g, '-')}-${mail.id}.eml`)
    expect(message).toContain('From: Trazo <no-responder@trazo.example>\r\n')
    expect(message).toContain('To: Ana Rojas <ana@example.com>\r\n')
    expect(message).toContain(`Message-ID: ${messageId(mail, from)}\r\n`)
    expect(message).toContain('Auto-Submitted: auto-generated\r\n')
    expect(message).toContain(Buffer.from('%PDF-1.7 contenido').toString('base64'))
  })

  test('after a crash before the mail is stored as sent, the relay writes the same file again', async () => {
    const relay = await outbox.openRelay(await folderTransport(join(directory, 'outbox'), { from }))
    await outbox.queue()
    await relay.tick()
    await db.updateTable('outbox').set({ state: 'pending' }).execute()
    await relay.tick()
    expect(await readdir(join(directory, 'outbox'))).toHaveLength(1)
  })
})
