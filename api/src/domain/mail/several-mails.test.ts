import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { faultBoundary } from '../../../test/support/fault-boundary.ts'
import { createTestClock } from '../../../test/support/test-server.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { DeferredError, type MailTransport } from '../../platform/mail/transport.ts'
import { bindNoKeys, type OutboxFixture, openOutbox } from './test-support/open-outbox.ts'

const clock = createTestClock()
let outbox: OutboxFixture

beforeEach(async () => {
  outbox = await openOutbox(clock)
})

afterEach(() => outbox.remove())

const attemptsOf = async (address: string): Promise<number[]> => {
  const mails = outbox.db.selectFrom('outbox').select('attempts').where('to_key', '=', address).orderBy('attempts')
  return (await mails.execute()).map(({ attempts }) => attempts)
}

const undone = () => outbox.db.selectFrom('outbox').select('to_key').where('state', '!=', 'sent').execute()

/** Holds the mails to some addresses until a test releases them. */
const holding = (isHeld: (address: string) => boolean) => {
  const sent: string[] = []
  const letGo = Promise.withResolvers<void>()
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  let held = 0
  const transport: MailTransport = async ({ mail }) => {
    if (isHeld(mail.to_address)) {
      held += 1
      for (const one of waiting) if (held >= one.count) one.resolve()
      await letGo.promise
    }
    sent.push(mail.to_address)
  }
  const holds = (count: number) => new Promise<void>((resolve) => waiting.push({ count, resolve }))
  return { sent, transport, holds, letGo: letGo.resolve }
}

test('the relay sends mails in parallel up to the connection limit, and each mail once', async () => {
  let now = 0
  let most = 0
  const sent: number[] = []
  const all = Promise.withResolvers<void>()
  const relay = await outbox.openRelay(
    async ({ mail }) => {
      now += 1
      most = Math.max(most, now)
      if (now === 4) all.resolve()
      await all.promise
      await pause(mail.id % 5)
      sent.push(mail.id)
      now -= 1
    },
    { connections: 4 },
  )
  const ids: number[] = []
  for (let n = 0; n < 24; n += 1) ids.push(await outbox.queue(`p${n}@example.com`))
  expect(await relay.tick()).toBe(24)
  expect(most).toBe(4)
  expect(sent.sort()).toEqual(ids.sort())
  const stored = await outbox.db.selectFrom('outbox').select(['state', 'attempts']).execute()
  for (const mail of stored) expect(mail).toEqual({ state: 'sent', attempts: 1 })
})

test('the relay sends a code while other mails hold all connections', async () => {
  const { sent, transport, holds, letGo } = holding((address) => address.endsWith('@lento.example'))
  const code = Promise.withResolvers<void>()
  const relay = await outbox.openRelay(
    async (envelope) => {
      await transport(envelope)
      if (envelope.mail.kind === 'reset-code') code.resolve()
    },
    { connections: 2 },
  )
  const held = holds(2)
  for (let n = 0; n < 2; n += 1) await outbox.queue(`p${n}@lento.example`)
  await relay.start()
  await held
  await outbox.queue('ana@example.com', { kind: 'document-copy' })
  await outbox.queue('luis@example.com', { kind: 'reset-code' })
  relay.wake()
  await code.promise
  expect(sent).toEqual(['luis@example.com'])
  letGo()
  await relay.stop()
})

test('a slow mail blocks only its own connection, not other mails to the same domain', async () => {
  const { sent, transport, holds, letGo } = holding((address) => address === 'ana@lento.example')
  const others = Promise.withResolvers<void>()
  const relay = await outbox.openRelay(
    async (envelope) => {
      await transport(envelope)
      if (sent.length === 5) others.resolve()
    },
    { connections: 2 },
  )
  const held = holds(1)
  await outbox.queue('ana@lento.example')
  await relay.start()
  await held
  clock.advance(MINUTE_MS)
  for (let n = 0; n < 5; n += 1) await outbox.queue(`p${n}@lento.example`)
  relay.wake()
  await others.promise
  expect(sent).not.toContain('ana@lento.example')
  letGo()
  await relay.stop()
  expect(await undone()).toEqual([])
})

test('a domain with slow mails leaves one connection to other domains', async () => {
  const { sent, transport, holds, letGo } = holding((address) => address.endsWith('@lento.example'))
  const other = Promise.withResolvers<void>()
  const relay = await outbox.openRelay(
    async (envelope) => {
      await transport(envelope)
      other.resolve()
    },
    { connections: 3 },
  )
  const held = holds(2)
  for (let n = 0; n < 2; n += 1) await outbox.queue(`p${n}@lento.example`)
  await relay.start()
  await held
  clock.advance(MINUTE_MS)
  await outbox.queue('late@lento.example')
  clock.advance(1)
  await outbox.queue('ana@example.com')
  relay.wake()
  await other.promise
  expect(sent).toEqual(['ana@example.com'])
  letGo()
  await relay.stop()
})

test('the relay sends codes before invitations, and invitations before copies and reminders', async () => {
  const sent: string[] = []
  const relay = await outbox.openRelay(async ({ mail }) => void sent.push(mail.kind))
  for (const kind of ['reminder', 'document-copy', 'invitation', 'link-code', 'reset-code'] as const) {
    await outbox.queue('ana@example.com', { kind })
    clock.advance(1)
  }
  await relay.tick()
  expect(sent).toEqual(['link-code', 'reset-code', 'invitation', 'reminder', 'document-copy'])
})

describe('a domain that defers', () => {
  const deferring = () => {
    const tried: string[] = []
    let defers = true
    const transport: MailTransport = async ({ mail }) => {
      tried.push(mail.to_address)
      if (defers && mail.to_address.endsWith('@ocupado.example')) throw new DeferredError('451 4.7.0 later')
    }
    const takes = (): void => {
      defers = false
    }
    return { tried, transport, takes }
  }

  test('a deferring domain delays no other domain, and its waiting mails use up no attempt', async () => {
    const { tried, transport, takes } = deferring()
    const relay = await outbox.openRelay(transport)
    for (let n = 0; n < 5; n += 1) await outbox.queue(`p${n}@ocupado.example`)
    await outbox.queue('Ana@Bien.example')
    await relay.tick()
    expect(tried).toEqual([expect.stringContaining('@ocupado.example'), 'Ana@Bien.example'])
    for (let pauses = 0; pauses < 3; pauses += 1) {
      clock.advance(MINUTE_MS)
      await relay.tick()
    }
    expect(tried).toHaveLength(5)
    takes()
    clock.advance(MINUTE_MS)
    await relay.tick()
    expect(await undone()).toEqual([])
  })

  test('a deferring domain gets one mail at a time until it accepts a mail', async () => {
    const { transport, takes } = deferring()
    let now = 0
    const most: number[] = []
    const two = Promise.withResolvers<void>()
    const relay = await outbox.openRelay(
      async (envelope) => {
        now += 1
        most.push(now)
        if (now === 2) two.resolve()
        // The first try and its repetition travel alone.
        if (most.length > 2) await two.promise
        now -= 1
        await transport(envelope)
      },
      { connections: 4 },
    )
    await outbox.queue('first@ocupado.example')
    await relay.tick()
    for (let n = 0; n < 4; n += 1) await outbox.queue(`p${n}@ocupado.example`)
    clock.advance(MINUTE_MS)
    takes()
    await relay.tick()
    expect(most.slice(0, 2)).toEqual([1, 1])
    expect(Math.max(...most)).toBeGreaterThan(1)
    expect(await undone()).toEqual([])
  })

  test('the relay immediately tries a deferring domain for a code and for a mail older than a day', async () => {
    const { tried, transport } = deferring()
    const relay = await outbox.openRelay(transport)
    await outbox.queue('old@ocupado.example')
    await relay.tick()
    await outbox.queue('copy@ocupado.example', { kind: 'document-copy' })
    await outbox.queue('code@ocupado.example', { kind: 'reset-code' })
    await relay.tick()
    expect(tried).toEqual(['old@ocupado.example', 'code@ocupado.example'])
    await outbox.db
      .updateTable('outbox')
      .set({ created_at: clock.now() - DAY_MS })
      .where('kind', '=', 'document-copy')
      .execute()
    await relay.tick()
    expect(tried.at(-1)).toBe('copy@ocupado.example')
  })

  test.each(['ocupado%', 'ocu_ado', 'o!upado'])(
    'a deferring domain does not delay a domain with a similar name: %s',
    async (name) => {
      const { tried, transport } = deferring()
      const failing: MailTransport = async (envelope) => {
        await transport(envelope)
        if (envelope.mail.to_address.includes(name)) throw new DeferredError('451 4.7.0 later')
      }
      const relay = await outbox.openRelay(failing)
      await outbox.queue(`ana@${name}.example`)
      await outbox.queue('ana@ocupados.example')
      await outbox.queue(`luis@${name}.example`)
      await relay.tick()
      expect(tried).toEqual([`ana@${name}.example`, 'ana@ocupados.example'])
    },
  )
})

test('the relay repeats a claim whose answer was lost, and does not claim a mail in delivery', async () => {
  const { sent, transport, holds, letGo } = holding((address) => address === 'ana@example.com')
  let claims = 0
  const { dialect } = faultBoundary((point) => {
    if (point !== 'after update outbox') return
    claims += 1
    if (claims === 2) throw new Error('the answer is lost')
  })
  const db = await openDatabase(join(outbox.directory, 'db.sqlite'), undefined, dialect)
  bindNoKeys(db)
  const relay = await outbox.openRelay(transport, { db, connections: 3 })
  const held = holds(1)
  await outbox.queue('ana@example.com')
  clock.advance(1)
  await outbox.queue('luis@example.com')
  await expect(relay.tick()).rejects.toThrow('the answer is lost')
  await held
  letGo()
  expect(await relay.tick()).toBe(1)
  expect(sent).toEqual(['ana@example.com', 'luis@example.com'])
  expect(await attemptsOf('ana@example.com')).toEqual([1])
  expect(await attemptsOf('luis@example.com')).toEqual([2])
  await db.destroy()
})

describe('a mail that failed permanently', () => {
  const failing: MailTransport = async ({ mail }) => {
    if (mail.to_address !== 'olga@example.cr') throw new Error('552 5.2.2 mailbox full')
  }
  const giveUp = async (kind: 'reminder' | 'document-copy' | 'link-code', address = 'ana@example.com') => {
    await outbox.queue(address, { kind })
    await outbox.db.updateTable('outbox').set({ attempts: 39 }).execute()
    await (await outbox.openRelay(failing)).tick()
    return outbox.db.selectFrom('outbox').selectAll().where('kind', '=', 'mail-undelivered').execute()
  }

  test.each(['reminder', 'document-copy'] as const)('the owner receives a mail with the reason: %s', async (kind) => {
    const [notice, ...more] = await giveUp(kind)
    expect(more).toEqual([])
    expect(notice).toMatchObject({ to_address: 'olga@example.cr', state: 'sent', document_id: 1 })
    for (const text of ['a.pdf', 'ana@example.com', 'El buzón está lleno (552).'])
      expect(notice?.text_body).toContain(text)
  })

  test('the owner is not notified of a failed code or of a failed mail to the owner', async () => {
    expect(await giveUp('link-code')).toEqual([])
    expect(await giveUp('document-copy', 'OLGA@example.cr')).toEqual([])
  })
})
