import { deleteFileCall, type FileError } from 'shared/contract'
import { loginCall, storageUseCall } from 'shared/contract/accounts'
import { PASSWORD, registerPerson, threePages, upload, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

const bytes = threePages()
const GIGABYTE = 1024 ** 3

const start = async (files: number) => {
  const ACCOUNT_QUOTA_GB = ((files * bytes.length) / GIGABYTE).toFixed(12)
  const server = await openTestServer({ variables: { ACCOUNT_QUOTA_GB, RETENTION_DAYS: '2' } })
  return { server, bearer: (await registerPerson(server, 'olga')).access_token }
}

const send = async (server: TestServer, bearer: string) => {
  const { status, body } = await upload(server, bearer, [
    ['file_type_id', '1'],
    ['file', { bytes, filename: 'Contrato.pdf' }],
  ])
  return { status, body: body as FileError }
}

test('a full account refuses uploads until a deleted document’s retention period ends', async () => {
  const { server, bearer } = await start(2)
  const quota = expect.any(Number)
  expect(await succeed(server, storageUseCall, { bearer })).toEqual({ used: 0, deleted: 0, quota })
  const { id } = await uploadDocument(server, bearer, bytes)
  await uploadDocument(server, bearer, bytes)
  expect(await succeed(server, storageUseCall, { bearer })).toEqual({ used: 2 * bytes.length, deleted: 0, quota })
  const refused = await send(server, bearer)
  expect([refused.status, refused.body.error_code, refused.body.user_action_required]).toEqual([
    413,
    'QUOTA_EXCEEDED',
    true,
  ])
  expect(refused.body.suggestion).toMatch(/^Borra documentos que no necesites/)

  await succeed(server, deleteFileCall, { bearer, params: { id } })
  expect(await succeed(server, storageUseCall, { bearer })).toEqual({
    used: 2 * bytes.length,
    deleted: bytes.length,
    quota,
  })
  expect((await send(server, bearer)).status).toBe(413)
  server.clock.advance(2 * DAY_MS + 1)
  await server.retention.tick()
  const login = await succeed(server, loginCall, { body: { username: 'olga', password: PASSWORD } })
  expect(await succeed(server, storageUseCall, { bearer: login.access_token })).toMatchObject({
    used: bytes.length,
    deleted: 0,
  })
  expect((await send(server, login.access_token)).status).toBe(201)
})

test('the uploads of one account do not use the quota of another', async () => {
  const { server, bearer } = await start(1)
  await uploadDocument(server, bearer, bytes)
  const { access_token: other } = await registerPerson(server, 'pedro')
  expect((await send(server, other)).status).toBe(201)
  expect((await send(server, bearer)).status).toBe(413)
})
