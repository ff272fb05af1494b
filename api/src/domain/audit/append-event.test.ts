import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { BEFORE_THE_FIRST, verifyLog } from 'shared/contract/evidence-log'
import { becomeGuest, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'
import { onPostgres } from '../../../test/support/test-store.ts'
import { boundedUserAgent } from '../../platform/origin.ts'
import { appendEvent, chainHash, headOf } from './append-event.ts'
import { readLog } from './read-log.ts'

afterEach(closeTestServers)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer, user } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, document.id)
  await becomeGuest(server, bearer, field)
  const { db } = server.services
  return { server, db, user, document, bearer, log: () => readLog(db, document.id) }
}

describe('the audit log of a document', () => {
  test('the audit log is a hash chain that names the actor, the address and the revision’s hash', async () => {
    const { db, user, document, log } = await start()
    const entries = await log()
    const actor = `user:${user.id}`
    const by = { address: '127.0.0.1', user_agent: 'lightMyRequest', revision_sha256: document.sha256 }
    expect(entries).toMatchObject([
      { number: 1, kind: 'document-uploaded', actor, ...by },
      { number: 2, kind: 'field-created', actor, ...by },
      { number: 3, kind: 'mail-queued', actor: 'system', address: null, user_agent: null },
      { number: 4, kind: 'invitation-sent', actor, ...by },
    ])
    expect(await verifyLog(entries, sha256)).toMatchObject({ kind: 'whole', head: await headOf(db, document.id) })
  })

  test('the audit log takes the client address from the site server’s X-Forwarded-For and shortens the user agent', async () => {
    const { server, bearer } = await start()
    const other = await uploadDocument(server, bearer)
    await server.app.inject({
      method: 'POST',
      url: `/home/api/files/${other.id}/share/`,
      headers: {
        authorization: `Bearer ${bearer}`,
        'x-forwarded-for': '203.0.113.7',
        'user-agent': `Navegador\u0007 ${'x'.repeat(500)}`,
      },
    })
    const [, shared] = await readLog(server.services.db, other.id)
    expect(shared).toMatchObject({ kind: 'document-shared', address: '203.0.113.7' })
    expect(shared?.user_agent).toHaveLength(300)
    expect(shared?.user_agent?.startsWith('Navegador  xx')).toBe(true)
  })

  test('an empty log has a fixed head, and entries of format 1 keep the hash of their format', async () => {
    const { db, document } = await start()
    expect(await headOf(db, 1)).toBe(BEFORE_THE_FIRST)
    const [first] = await readLog(db, document.id)
    if (first === undefined) throw new Error('no entry')
    expect(chainHash(first.previous_hash, first)).toBe(first.hash)
    expect(chainHash(first.previous_hash, { ...first, format: 1 })).toBe(
      sha256(
        JSON.stringify([
          first.previous_hash,
          document.id,
          first.number,
          first.happened_at,
          first.kind,
          first.actor,
          first.data,
        ]),
      ),
    )
  })

  test('an entry of the server itself has no address and no user agent', async () => {
    const { db, document, log } = await start()
    await db
      .transaction()
      .execute((t) => appendEvent(t, document.id, { at: 5, kind: 'document-sealed', actor: 'system', data: {} }))
    expect((await log()).at(-1)).toMatchObject({ kind: 'document-sealed', address: null, user_agent: null })
  })
})

const replacement = onPostgres
  ? sql`INSERT INTO audit_events SELECT * FROM audit_events WHERE number = 4
      ON CONFLICT (document_id, number) DO UPDATE SET actor = 'user:1'`
  : sql`INSERT OR REPLACE INTO audit_events SELECT * FROM audit_events WHERE number = 4`

describe('statements that the database refuses in the audit log', () => {
  test.each([
    ['a change', sql`UPDATE audit_events SET actor = 'user:1' WHERE number = 1`],
    ['a changed hash', sql`UPDATE audit_events SET hash = previous_hash`],
    ['a deletion', sql`DELETE FROM audit_events WHERE number = 4`],
    ['the deletion of everything', sql`DELETE FROM audit_events`],
    ['a replacement', replacement],
    [
      'an entry further on',
      sql`INSERT INTO audit_events (document_id, number, happened_at, kind, actor, data, previous_hash, hash)
        SELECT document_id, 6, happened_at, kind, actor, data, hash, hash FROM audit_events WHERE number = 4`,
    ],
    [
      'an entry that follows on another',
      sql`INSERT INTO audit_events (document_id, number, happened_at, kind, actor, data, previous_hash, hash)
        SELECT document_id, 5, happened_at, kind, actor, data, previous_hash, hash FROM audit_events WHERE number = 4`,
    ],
  ])('the database refuses %s in the audit log', async (_, statement) => {
    const { db, log } = await start()
    const before = await log()
    await expect(statement.execute(db)).rejects.toThrow('audit_events:')
    expect(await log()).toEqual(before)
  })
})

test('boundedUserAgent returns one line of at most 300 characters, or null', () => {
  expect(boundedUserAgent(undefined)).toBeNull()
  expect(boundedUserAgent(' \t')).toBeNull()
  expect(boundedUserAgent('a\nb')).toBe('a b')
  expect(boundedUserAgent('x'.repeat(301))).toHaveLength(300)
})
