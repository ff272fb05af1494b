import { getFileCall } from 'shared/contract'
import { passwordResetCall } from 'shared/contract/accounts'
import { retrySealingCall } from 'shared/contract/sealing'
import { startInvited } from '../../../test/support/invited.ts'
import { closeTestServers, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { addWebhook, openReceiver } from '../../../test/support/webhook-receiver.ts'
import type { JobTable } from '../../platform/database/claim-job.ts'
import { BLAMED_MAX } from '../../platform/database/deaths.ts'

/*
 * A job that two processes died with is not tried a third time. It ends as one that failed for good, so that people learn
 * of it as they do then, and the others continue.
 */

afterEach(closeTestServers)

const blame = async ({ services: { db } }: TestServer, table: JobTable): Promise<void> => {
  await db
    .updateTable(table)
    .set({ deaths: BLAMED_MAX, blamed: BLAMED_MAX, died_at: 0, next_attempt_at: 0 })
    .where('state', '=', 'pending')
    .execute()
}
const stopped = ({ adminEvents }: TestServer) => adminEvents.filter(({ event }) => event === 'job-stopped')

/** Everyone has signed, and the first attempt at the seal failed. */
const startSealing = async () => {
  const invited = await startInvited()
  const { server, ana, luis, open, sign } = invited
  await sign(await open('ana@example.com'), ana)
  const guest = await open('luis@example.com')
  const seal = jest.spyOn(server.services.signer, 'seal').mockRejectedValueOnce(new Error('made to fail'))
  await sign(guest, luis)
  return { ...invited, seal }
}

test('a seal that kills fails with its document named, and its owner can try again', async () => {
  const { server, document, owner, seal } = await startSealing()
  await blame(server, 'seal_jobs')
  seal.mockClear()
  await server.sealing.tick()
  expect(seal).not.toHaveBeenCalled()
  expect(stopped(server)).toEqual([{ event: 'job-stopped', kind: 'seal', number: document.id }])
  expect(server.adminEvents).toContainEqual(
    expect.objectContaining({ event: 'sealing-given-up', document: document.id, problem: 'unknown' }),
  )
  const call = { bearer: await owner(), params: { id: document.id } }
  expect(await succeed(server, getFileCall, call)).toMatchObject({ status: 'FAILED' })
  await succeed(server, retrySealingCall, { ...call, body: {} })
  await server.sealing.tick()
  expect(await succeed(server, getFileCall, call)).toMatchObject({ status: 'COMPLETED' })
})

test('a certificate that kills is not issued, and its document is named', async () => {
  const { server, document } = await startSealing()
  server.clock.advance(60_000)
  await server.sealing.tick()
  await blame(server, 'completion_certificates')
  await server.completion.tick()
  expect(stopped(server)).toEqual([{ event: 'job-stopped', kind: 'certificate', number: document.id }])
  expect(await server.completion.tick()).toBe(0)
})

test('a mail that kills fails for good, and the next one leaves', async () => {
  const { server } = await startInvited()
  await server.relay.tick()
  const body = { email: 'olga@example.com' }
  await succeed(server, passwordResetCall, { body })
  await server.resetMailer.tick()
  const { id } = await server.services.db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  await blame(server, 'outbox')
  const before = server.delivered.length
  await server.relay.tick()
  expect(server.delivered).toHaveLength(before)
  expect(stopped(server)).toEqual([{ event: 'job-stopped', kind: 'mail', number: id }])
  expect(server.adminEvents).toContainEqual(expect.objectContaining({ event: 'mail-given-up', mail: id }))
  await succeed(server, passwordResetCall, { body })
  await server.resetMailer.tick()
  await server.relay.tick()
  expect(server.delivered).toHaveLength(before + 1)
})

test('a webhook’s event that kills fails for good, and later events arrive', async () => {
  const receiver = await openReceiver()
  const { server, owner, open, sign, ana, luis } = await startInvited({ variables: { WEBHOOK_LOCAL: '1' } })
  await addWebhook(server, { bearer: await owner(), url: receiver.url })
  await sign(await open('ana@example.com'), ana)
  await blame(server, 'webhook_deliveries')
  await server.webhooks.tick()
  expect(receiver.types()).toEqual([])
  expect(stopped(server)).toMatchObject([{ kind: 'webhook' }])
  await sign(await open('luis@example.com'), luis)
  await server.webhooks.tick()
  expect(receiver.types()[0]).toBe('document.signed')
  await receiver.close()
})
