import { downloadFileCall, shareFileCall } from 'shared/contract'
import { completionCertificateCall, evidenceCall } from 'shared/contract/evidence'
import { BEFORE_THE_FIRST, headText, type LogEntry } from 'shared/contract/evidence-log'
import { type Invited, startInvited } from '../../../test/support/invited.ts'
import { closeTestServers, pathOf, refuse, succeed } from '../../../test/support/test-server.ts'
import { examineLogs } from '../../operations/doctor/examine-logs.ts'
import { openReadOnlyDatabase } from '../../operations/doctor/open-read-only-database.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { parseApiEnvironment } from '../../platform/environment/environment.ts'
import { ensurePlatformPki } from '../pki/platform-pki.ts'
import { authenticateEarlierLogs } from './authenticate-earlier-logs.ts'
import { findHead } from './log-heads.ts'
import { readLog } from './read-log.ts'
import { rechain, rewriteLog } from './test-support/rewrite-log.ts'

afterEach(closeTestServers)

const start = async (): Promise<Invited> => {
  const invited = await startInvited()
  for (const field of [invited.ana, invited.luis]) await invited.sign(await invited.open(field.signer_email), field)
  await invited.server.relay.tick()
  return invited
}

const environmentOf = ({ server }: Invited) => parseApiEnvironment(server.variables)

const doctorSays = async (invited: Invited): Promise<readonly string[]> => {
  const environment = environmentOf(invited)
  const ledger = await openReadOnlyDatabase(environment)
  const findings = await examineLogs(environment, ledger)
  await ledger?.close()
  return findings.map(({ level, message }) => `${level}: ${message}`)
}

const expectRefused = async (invited: Invited): Promise<void> => {
  const { server, document } = invited
  for (const call of [completionCertificateCall, evidenceCall]) {
    const refusal = await refuse(server, call, { bearer: await invited.owner(), params: { id: document.id } })
    expect(refusal).toMatchObject({ status: 409, code: 'EVIDENCE_LOG_ALTERED' })
    expect(refusal.message).toContain('no está como se escribió')
  }
  expect(server.adminEvents).toContainEqual(expect.objectContaining({ event: 'log-altered', document: document.id }))
}

const expectNoticed = async (invited: Invited): Promise<void> => {
  await expectRefused(invited)
  expect((await doctorSays(invited))[0]).toBe(
    `error: El registro de estos documentos no está como se escribió: ${invited.document.id}.`,
  )
}

const sealedAt = (entries: readonly LogEntry[]): number => entries.findIndex(({ kind }) => kind === 'document-sealed')

const removeHead = ({ server, document }: Invited) =>
  server.services.db.deleteFrom('log_heads').where('document_id', '=', document.id).execute()

const removeAnchors = ({ server, document }: Invited) =>
  server.services.db.deleteFrom('log_anchors').where('document_id', '=', document.id).execute()

const forgeHead = ({ server, document }: Invited, entries: readonly LogEntry[]) =>
  server.services.db
    .updateTable('log_heads')
    .set({ number: entries.length, hash: entries.at(-1)?.hash ?? BEFORE_THE_FIRST })
    .where('document_id', '=', document.id)
    .execute()

type Attack = (invited: Invited) => Promise<unknown>

const rewriting =
  (change: (entries: readonly LogEntry[]) => readonly LogEntry[], after: Attack = async () => {}): Attack =>
  async (invited) => {
    const { server, document } = invited
    const entries = await rewriteLog(server.services.db, document.id, change)
    await forgeHead(invited, entries)
    await after(invited)
  }

const renamed = (entry: LogEntry): LogEntry => ({ ...entry, actor_name: 'Presidencia de la República' })

const attacks: readonly [string, Attack][] = [
  ['its last entry is cut', rewriting((entries) => entries.slice(0, -1))],
  ['everything after the seal is cut', rewriting((entries) => entries.slice(0, sealedAt(entries)))],
  ['its end is cut, with the head', rewriting((entries) => entries.slice(0, -1), removeHead)],
  [
    'its end is cut, with head and anchors',
    rewriting(
      (entries) => entries.slice(0, -2),
      async (invited) => {
        await removeHead(invited)
        await removeAnchors(invited)
      },
    ),
  ],
  [
    'an entry before the seal says another name',
    rewriting((entries) => rechain(entries.with(0, renamed(at(entries, 0))))),
  ],
  [
    'an entry after the seal says another name',
    rewriting((entries) => rechain([...entries.slice(0, -1), renamed(at(entries, entries.length - 1))])),
  ],
  ['a name is changed and nothing else', rewriting((entries) => entries.with(3, renamed(at(entries, 3))))],
  ['two entries change places', rewriting((entries) => rechain(swap(entries, 2, 3)))],
  [
    'two entries after the seal change places',
    rewriting((entries) => rechain(swap(entries, entries.length - 2, entries.length - 1))),
  ],
  ['one is added', rewriting((entries) => rechain([...entries, at(entries, entries.length - 1)]))],
  ['one in the middle is removed', rewriting((entries) => rechain(entries.toSpliced(4, 1)))],
  ['all of it is removed', rewriting(() => [], removeHead)],
]

const at = (entries: readonly LogEntry[], index: number): LogEntry => {
  const entry = entries[index]
  if (entry === undefined) throw new Error(`no entry ${index}`)
  return entry
}

const swap = (entries: readonly LogEntry[], a: number, b: number): LogEntry[] =>
  entries.with(a, at(entries, b)).with(b, at(entries, a))

const act = async (invited: Invited): Promise<void> => {
  const { server, document } = invited
  await succeed(server, shareFileCall, { bearer: await invited.owner(), params: { id: document.id } })
}

test('when the log is unchanged, the API issues the evidence and the doctor reports no problem', async () => {
  const invited = await start()
  const response = await invited.server.app.inject({
    method: 'GET',
    url: pathOf(evidenceCall, { id: invited.document.id }),
    headers: { authorization: `Bearer ${await invited.owner()}` },
  })
  expect(response.statusCode).toBe(200)
  expect(await doctorSays(invited)).toEqual(['ok: Los 1 están como se escribieron.'])
  expect(invited.server.adminEvents.filter(({ event }) => event === 'log-altered')).toEqual([])
})

describe('the API refuses the evidence, administrators get an event and the doctor names the document', () => {
  test.each(attacks)('%s', async (_, attack) => {
    const invited = await start()
    await attack(invited)
    await expectNoticed(invited)
  })

  test('when the log is cut and its head is kept, later events do not hide the cut', async () => {
    const invited = await start()
    await rewriteLog(invited.server.services.db, invited.document.id, (entries) => entries.slice(0, -2))
    await act(invited)
    await act(invited)
    await expectNoticed(invited)
  })

  test('when the log, its head and its anchors are removed, a later event does not hide the removal', async () => {
    const invited = await start()
    await rewriting(() => [], removeHead)(invited)
    await removeAnchors(invited)
    await act(invited)
    await expectNoticed(invited)
  })

  test('a cut log is detected when its head is signed with another key', async () => {
    const invited = await start()
    const { db } = invited.server.services
    const { evidence } = await ensurePlatformPki(`${invited.server.dataDir}/otras`, {
      now: () => new Date(invited.server.clock.now()),
    })
    await rewriting((entries) => entries.slice(0, -1))(invited)
    const head = await findHead(db, invited.document.id)
    if (head === undefined) throw new Error('no head')
    const signed = evidence.sign(headText(head))
    for (const values of [signed, { signature: signed.signature, key: head.key }]) {
      await db.updateTable('log_heads').set(values).where('document_id', '=', invited.document.id).execute()
      await expectNoticed(invited)
    }
  })

  test('a restored older log with its head is detected by the time stamp of a later anchor', async () => {
    const invited = await start()
    const { server, document } = invited
    const { db } = server.services
    const before = await readLog(db, document.id)
    const head = await findHead(db, document.id)
    if (head === undefined) throw new Error('no head')
    await act(invited)
    expect(await server.anchors.tick()).toBe(1)
    await rewriteLog(db, document.id, () => before)
    await db.updateTable('log_heads').set(head).where('document_id', '=', document.id).execute()
    await expectNoticed(invited)
  })

  test('a shortened log in an earlier format without a head is detected', async () => {
    const invited = await start()
    const { server, document } = invited
    const { db } = server.services
    const asBefore = (entry: LogEntry): LogEntry => ({ ...entry, format: 2, actor_name: null, actor_email: null })
    await rewriteLog(db, document.id, (entries) => rechain(entries.slice(0, 5).map(asBefore)))
    await removeHead(invited)
    const { keysDir } = environmentOf(invited)
    await authenticateEarlierLogs({ ...server.services, keys: keysDir })
    await expectNoticed(invited)
  })
})

describe('anchors of the logs', () => {
  test('the anchor job anchors each log with new entries once', async () => {
    const invited = await start()
    const { server } = invited
    expect(await server.anchors.tick()).toBe(1)
    expect(await server.anchors.tick()).toBe(0)
    server.clock.advance(7 * HOUR_MS)
    expect(await server.anchors.tick()).toBe(0)
    await act(invited)
    expect(await server.anchors.tick()).toBe(1)
    const batches = await server.services.db.selectFrom('log_batches').selectAll().orderBy('number').execute()
    expect(server.adminEvents.filter(({ event }) => event === 'logs-anchored')).toEqual(
      batches.map(({ number, root, documents }) => ({ event: 'logs-anchored', batch: number, root, documents })),
    )
    expect(await doctorSays(invited)).toEqual(['ok: Los 1 están como se escribieron.'])
  })

  test('the doctor reports a missing anchor when the anchor alone or its whole batch is removed', async () => {
    const invited = await start()
    const { db } = invited.server.services
    await invited.server.anchors.tick()
    await act(invited)
    await invited.server.anchors.tick()
    await db.deleteFrom('log_anchors').where('batch', '=', 1).execute()
    const missing = ['error: Falta o fue alterada el ancla 1 de los registros, o alguna de sus partes.']
    expect(await doctorSays(invited)).toEqual(missing)
    await db.deleteFrom('log_batches').where('number', '=', 1).execute()
    expect(await doctorSays(invited)).toEqual(missing)
  })

  test('the API refuses the evidence when a batch or anchor was changed', async () => {
    const invited = await start()
    const { db } = invited.server.services
    await invited.server.anchors.tick()
    await db.updateTable('log_batches').set({ made_at: 5 }).execute()
    await expectRefused(invited)
    await db.updateTable('log_anchors').set({ path: 'no' }).execute()
    await expectRefused(invited)
  })
})

test('the owner can download a document when its audit log was altered', async () => {
  const invited = await start()
  await rewriteLog(invited.server.services.db, invited.document.id, (entries) => entries.slice(0, 3))
  const response = await invited.server.app.inject({
    method: 'GET',
    url: pathOf(downloadFileCall, { id: invited.document.id }),
    headers: { authorization: `Bearer ${await invited.owner()}` },
  })
  expect(response.statusCode).toBe(200)
})
