import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { evidenceCall } from 'shared/contract/evidence'
import { checkEvidence, type EvidenceFile, readStoredZip } from '#offline-verifier'
import { type Invited, startInvited } from '../../../test/support/invited.ts'
import { closeTestServers, pathOf } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { authenticateEarlierLogs } from './authenticate-earlier-logs.ts'
import { readLog } from './read-log.ts'
import { rechain, rewriteLog } from './test-support/rewrite-log.ts'

afterEach(closeTestServers)

/** Earlier format: no names, signed head or certificate. */
const start = async (): Promise<Invited> => {
  const invited = await startInvited()
  const { server, document } = invited
  const { db } = server.services
  await rewriteLog(db, document.id, (entries) =>
    rechain(entries.map((entry) => ({ ...entry, format: 2, actor_name: null, actor_email: null }))),
  )
  await db.deleteFrom('log_heads').where('document_id', '=', document.id).execute()
  await rm(join(server.dataDir, 'keys', 'evidence', 'logs-authenticated'))
  return invited
}

const upgrade = ({ server }: Invited) =>
  authenticateEarlierLogs({ ...server.services, keys: join(server.dataDir, 'keys') })

const rename = ({ server }: Invited) =>
  server.services.db
    .updateTable('users')
    .set({ first_name: 'Presidencia', last_name: 'de la República', email: 'casa@presidencia.example' })
    .execute()

const signAll = async (invited: Invited): Promise<void> => {
  for (const field of [invited.ana, invited.luis]) await invited.sign(await invited.open(field.signer_email), field)
}

const filesOf = async (invited: Invited): Promise<EvidenceFile[]> => {
  const { payload, rawPayload } = await invited.server.app.inject({
    method: 'GET',
    url: pathOf(evidenceCall, { id: invited.document.id }),
    headers: { authorization: `Bearer ${await invited.owner()}` },
  })
  if (!payload.startsWith('PK')) throw new Error(payload)
  return readStoredZip(new Uint8Array(rawPayload))
}

const textIn = (files: readonly EvidenceFile[], name: string): string =>
  new TextDecoder().decode(files.find((file) => file.name === name)?.bytes)

test('the upgrade authenticates an earlier log once, and the evidence states from which entry and for whom', async () => {
  const invited = await start()
  const { server, document } = invited
  const { db } = server.services
  const before = await readLog(db, document.id)
  await upgrade(invited)
  server.clock.advance(DAY_MS)
  await upgrade(invited)
  const after = await readLog(db, document.id)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.slice(before.length).map(({ kind }) => kind)).toEqual(['log-authenticated'])
  expect(server.adminEvents.filter(({ event }) => event === 'logs-authenticated')).toEqual([
    { event: 'logs-authenticated', documents: 1, altered: [] },
  ])

  await rename(invited)
  await signAll(invited)
  const files = await filesOf(invited)
  const from = `desde la entrada ${before.length + 1} (2026-01-31 18:00:00 UTC)`
  expect(textIn(files, 'LEEME.txt')).toContain(from)
  const [first = '', ...later] = textIn(files, 'registro.txt').split('Desde aquí la plataforma autentica el registro')
  expect(first).toContain('María José Núñez <olga@example.com> · propietario')
  expect(first).not.toContain('Presidencia')
  expect(later.join()).toContain('Ana Rojas <ana@example.com> · por invitación')
  const { authorities } = server.services.verification
  const { kind } = await checkEvidence(files, { ...authorities, now: new Date(server.clock.now()) })
  expect(kind).toBe('valid')
})

test('the upgrade does not authenticate a log that fails verification, and an event names its document', async () => {
  const invited = await start()
  const { server, document } = invited
  await rewriteLog(server.services.db, document.id, (entries) => entries.slice(1))
  await upgrade(invited)
  expect(server.adminEvents.filter(({ event }) => event === 'logs-authenticated')).toEqual([
    { event: 'logs-authenticated', documents: 0, altered: [document.id] },
  ])
  expect(await server.services.db.selectFrom('log_heads').selectAll().execute()).toEqual([])
})
