import { pdfsig, testWith } from 'pdf/testing/node'
import { cancelDocumentCall, getFileCall } from 'shared/contract'
import { retrySealingCall } from 'shared/contract/sealing'
import { eventsOf, type Invited, startInvited } from '../../../test/support/invited.ts'
import { downloadBytes } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { SEAL_ATTEMPTS_MAX, SEAL_STUCK_AFTER } from '../jobs/seal-constants.ts'
import { sealPause } from '../jobs/seal-jobs.ts'

afterEach(closeTestServers)

const signAll = async ({ open, sign, ana, luis }: Invited) => {
  await sign(await open('ana@example.com'), ana)
  return sign(await open('luis@example.com'), luis)
}

const fileOf = async ({ server, document, owner }: Invited) =>
  succeed(server, getFileCall, { bearer: await owner(), params: { id: document.id } })

const kindsOf = async ({ server, document }: Invited) => {
  const rows = await server.services.db
    .selectFrom('revisions')
    .select('kind')
    .where('document_id', '=', document.id)
    .orderBy('number')
    .execute()
  return rows.map(({ kind }) => kind)
}

const breakSealing = ({ server }: Invited, error: Error = new Error('the authority is unavailable')) => {
  const broken = jest.spyOn(server.services.signer, 'seal').mockRejectedValue(error)
  return () => broken.mockRestore()
}

const exhaust = async ({ server }: Invited) => {
  for (let attempt = 2; attempt <= SEAL_ATTEMPTS_MAX; attempt += 1) {
    server.clock.advance(sealPause(attempt))
    await server.sealing.tick()
  }
}

test('the last signature seals and completes the document and mails the copy to owner and signers', async () => {
  const invited = await startInvited()
  const { server, document } = invited
  const mails = await invited.mailsOf(() => signAll(invited))
  expect(await fileOf(invited)).toMatchObject({ status: 'COMPLETED', is_signed: true, sealing: null })
  expect(await kindsOf(invited)).toEqual(['uploaded', 'prepared', 'signed', 'signed', 'sealed'])
  expect(mails.filter((mail) => mail.startsWith('document-completed')).sort()).toEqual([
    'document-completed ana@example.com',
    'document-completed luis@example.com',
    'document-completed olga@example.com',
  ])
  const { sha256 } = await fileOf(invited)
  const completed = server.delivered.filter(({ mail }) => mail.kind === 'document-completed')
  expect(new Set(completed.map(({ mail }) => mail.attachment_sha256))).toEqual(new Set([sha256]))

  const seal = await server.services.db.selectFrom('seals').selectAll().executeTakeFirstOrThrow()
  const before = await server.services.db
    .selectFrom('audit_events')
    .select('kind')
    .where('hash', '=', seal.log_head)
    .executeTakeFirst()
  expect(before?.kind).toBeDefined()
  expect(await eventsOf(invited, 'document-sealed', 'document-completed')).toMatchObject([
    { kind: 'document-sealed', actor: 'system', data: { sha256, log_head: seal.log_head, level: 'B-LTA' } },
    { kind: 'document-completed', actor: 'system', data: { sha256 } },
  ])
  expect(seal).toMatchObject({ document_id: document.id, level: 'B-LTA', timestamp_source: 'platform' })
})

testWith(['pdfsig'], 'every signature of the sealed file stays valid', async () => {
  const invited = await startInvited()
  await signAll(invited)
  const bytes = await downloadBytes(invited.server, await invited.owner(), invited.document.id)
  expect(pdfsig(bytes).filter(({ valid }) => valid)).toHaveLength(2)
})

test('the worker retries sealing at its next tick when the database could not store the failure', async () => {
  const invited = await startInvited()
  const { server } = invited
  const { db, signer } = server.services
  jest.spyOn(signer, 'seal').mockImplementationOnce(() => {
    jest.spyOn(db, 'transaction').mockImplementationOnce(() => {
      throw new Error('the database is unavailable')
    })
    throw new Error('the database is unavailable')
  })
  await signAll(invited)
  expect(await fileOf(invited)).toMatchObject({ status: 'PROCESSING' })
  expect(await server.sealing.tick()).toBe(1)
  expect(await fileOf(invited)).toMatchObject({ status: 'COMPLETED', sealing: null })
  expect(await kindsOf(invited)).toEqual(['uploaded', 'prepared', 'signed', 'signed', 'sealed'])
})

test('the worker retries a failed seal after growing pauses; the document completes after the seal', async () => {
  const invited = await startInvited()
  const { server } = invited
  const repair = breakSealing(invited)
  expect(await signAll(invited)).toMatchObject({ verified: true, document: { is_signed: false } })
  expect(await fileOf(invited)).toMatchObject({
    status: 'PROCESSING',
    is_signed: false,
    fields_signed: 2,
    sealing: { state: 'pending', reason: 'Algo falló de nuestro lado.' },
  })
  expect(await kindsOf(invited)).toEqual(['uploaded', 'prepared', 'signed', 'signed'])

  server.clock.advance(sealPause(1) - 1)
  expect(await server.sealing.tick()).toBe(0)
  server.clock.advance(1)
  expect(await server.sealing.tick()).toBe(1)
  repair()
  server.clock.advance(sealPause(2))
  expect(await server.sealing.tick()).toBe(1)
  expect(await fileOf(invited)).toMatchObject({ status: 'COMPLETED', sealing: null })
})

test('after the last failed sealing attempt the owner gets a mail, and a later retry completes the document', async () => {
  const invited = await startInvited()
  const { server, document } = invited
  const params = { id: document.id }
  const repair = breakSealing(invited)
  await signAll(invited)
  await exhaust(invited)
  expect(await fileOf(invited)).toMatchObject({ status: 'FAILED', is_signed: false, sealing: { state: 'failed' } })
  await server.relay.tick()
  expect(invited.lastMail('olga@example.com')).toMatch(/elige «Reintentar»\. Nadie tiene que firmar de nuevo/)
  server.clock.advance(DAY_MS)
  expect(await server.sealing.tick()).toBe(0)

  const bearer = await invited.owner()
  const again = await succeed(server, retrySealingCall, { bearer, params, body: {} })
  expect(again).toMatchObject({ status: 'PROCESSING', sealing: { state: 'pending' } })
  await exhaust(invited)
  repair()
  const done = await succeed(server, retrySealingCall, { bearer: await invited.owner(), params, body: {} })
  expect(done).toMatchObject({ status: 'COMPLETED', is_signed: true, sealing: null })
  expect(await kindsOf(invited)).toEqual(['uploaded', 'prepared', 'signed', 'signed', 'sealed'])
  expect(await eventsOf(invited, 'sealing-failed', 'sealing-retried')).toMatchObject([
    { kind: 'sealing-failed', data: { problem: 'unknown' } },
    { kind: 'sealing-retried' },
    { kind: 'sealing-failed' },
    { kind: 'sealing-retried' },
  ])
  await succeed(server, retrySealingCall, { bearer: await invited.owner(), params, body: {} })
  expect(await eventsOf(invited, 'sealing-retried')).toHaveLength(2)
})

test('the API limits the retries of one account within an hour', async () => {
  const invited = await startInvited({ variables: { RATE_LIMIT_FACTOR: '0.1' } })
  const call = { bearer: await invited.owner(), params: { id: invited.document.id }, body: {} }
  for (let retry = 0; retry < 6; retry += 1) await succeed(invited.server, retrySealingCall, call)
  expect(await refuse(invited.server, retrySealingCall, call)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
})

test('the API answers the last signature after at most two seconds of waiting for the seal', async () => {
  let waited: (() => void) | undefined
  const invited = await startInvited({
    after: (milliseconds, work) => {
      expect(milliseconds).toBe(2 * SECOND_MS)
      waited = work
      return () => undefined
    },
  })
  const { server } = invited
  let finish: (() => void) | undefined
  const { seal } = server.services.signer
  const begun = new Promise<void>((resolve) => {
    jest.spyOn(server.services.signer, 'seal').mockImplementation(async (input) => {
      resolve()
      await new Promise<void>((go) => {
        finish = go
      })
      return seal(input)
    })
  })
  const answer = signAll(invited)
  await begun
  waited?.()
  expect(await answer).toMatchObject({ verified: true, document: { is_signed: false } })
  finish?.()
  await server.services.locks.settled()
  expect(await fileOf(invited)).toMatchObject({ status: 'COMPLETED' })
})

test('the API refuses to cancel a document that has all signatures', async () => {
  const invited = await startInvited()
  breakSealing(invited)
  await signAll(invited)
  const call = { bearer: await invited.owner(), params: { id: invited.document.id }, body: {} }
  expect(await refuse(invited.server, cancelDocumentCall, call)).toMatchObject({ code: 'DOCUMENT_FINISHED' })
})

test('the readiness check answers 503 while a document has waited too long for its seal', async () => {
  const invited = await startInvited()
  const { server } = invited
  const repair = breakSealing(invited)
  await signAll(invited)
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
  server.clock.advance(sealPause(1) + SEAL_STUCK_AFTER)
  const stuck = await server.app.inject('/readyz')
  expect(stuck.statusCode).toBe(503)
  expect(stuck.json()).toMatchObject({
    checks: { sealing: 'failed', signing: 'ok' },
    problems: [expect.stringMatching(/no se logran cerrar/)],
  })
  repair()
  await server.sealing.tick()
  server.clock.advance(MINUTE_MS)
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
})
