import { passwordResetCall } from 'shared/contract/accounts'
import { openStandInBucket } from 'shared/server/testing'
import { readiness } from '../../../test/infrastructure-failures/support.ts'
import { untilTrue } from '../../../test/support/eventually.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed } from '../../../test/support/test-server.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { CHECK_PATIENCE } from './run-checks.ts'

afterEach(closeTestServers)

const startWithS3 = async () => {
  const bucket = await openStandInBucket()
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.place
  const variables = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket.place.bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  return { bucket, server: await openTestServer({ variables }) }
}

test('while S3 refuses calls, the readiness check names S3 and not the disk', async () => {
  const { bucket, server } = await startWithS3()
  expect(await readiness(server)).toMatchObject({ status: 200, checks: { disk: 'ok', storage: 'ok' } })
  bucket.away = true
  expect(await readiness(server)).toEqual({
    status: 503,
    checks: { database: 'ok', disk: 'ok', storage: 'failed', signing: 'ok', sealing: 'ok', mail: 'ok' },
    problems: [expect.stringMatching(/^El almacenamiento S3 no responde/)],
  })
  bucket.away = false
  expect(await readiness(server)).toMatchObject({ status: 200, problems: [] })
  bucket.close()
})

test('a full disk in front of S3 is named as the disk', async () => {
  const { bucket, server } = await startWithS3()
  const full = Object.assign(new Error('made to fail'), { code: 'ENOSPC', syscall: 'write' })
  jest.spyOn(server.services.blobs, 'probe').mockRejectedValue(full)
  expect(await readiness(server)).toMatchObject({
    checks: { disk: 'failed', storage: 'ok' },
    problems: [expect.stringMatching(/^El disco está lleno/)],
  })
  bucket.close()
})

test('S3 that never answers is named within the patience of a monitor', async () => {
  const { bucket, server } = await startWithS3()
  const { promise, resolve } = Promise.withResolvers<void>()
  const probe = jest.spyOn(server.services.blobs, 'probe').mockReturnValue(promise)
  const answer = server.app.inject('/readyz')
  await untilTrue('the storage is asked', () => probe.mock.calls.length > 0)
  server.clock.advance(CHECK_PATIENCE)
  expect((await answer).json()).toMatchObject({ status: 'not-ready', checks: { storage: 'failed', disk: 'ok' } })
  resolve()
  bucket.close()
})

test('a mail server that takes no mail is a warning: mails wait for it', async () => {
  const problems = [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' })]
  const transport = async (): Promise<void> => {
    const problem = problems.shift()
    if (problem !== undefined) throw problem
  }
  const server = await openTestServer({ transport })
  await registerPerson(server, 'olga')
  await succeed(server, passwordResetCall, { body: { email: 'olga@example.com' } })
  await server.resetMailer.tick()
  await server.relay.tick()
  const answer = await server.app.inject('/readyz')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    status: 'ready',
    checks: { mail: 'failed' },
    problems: [],
    warnings: [expect.stringMatching(/^El servidor de correo no recibe/)],
  })
  server.clock.advance(MINUTE_MS)
  await server.relay.tick()
  expect((await server.app.inject('/readyz')).json()).toMatchObject({ checks: { mail: 'ok' }, warnings: [] })
})
