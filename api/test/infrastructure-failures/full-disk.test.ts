import { randomUUID } from 'node:crypto'
import { annotate, freeText, tailOf } from 'pdf/testing/node'
import { digitalSignCall, getFileCall, type UserFile } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { saveAnnotationsCall } from 'shared/contract/annotations'
import { retrySealingCall } from 'shared/contract/sealing'
import { verifyFileCall } from 'shared/contract/verify'
import { FAILURE_PAUSE, SEAL_ATTEMPTS_MAX } from '../../src/domain/jobs/seal-constants.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/platform/clock.ts'
import { type Invited, startInvited } from '../support/invited.ts'
import { drawing, multipart, PASSWORD, registerPerson, threePages, uploadDocument } from '../support/people.ts'
import { closeTestServers, openTestServer, pathOf, refuse, succeed, type TestServer } from '../support/test-server.ts'
import { failWrites, leftovers, readiness, reading, tryUpload, uploadHeaders } from './support.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  return { server, bearer, document: await uploadDocument(server, bearer) }
}

const disks = [
  { code: 'ENOSPC', status: 507, answer: 'STORAGE_FULL', says: /sin espacio/, ready: /está lleno/ },
  { code: 'EDQUOT', status: 507, answer: 'STORAGE_FULL', says: /sin espacio/, ready: /está lleno/ },
  { code: 'EROFS', status: 503, answer: 'STORAGE_READ_ONLY', says: /solo permite leer/, ready: /solo lectura/ },
  { code: 'EIO', status: 503, answer: 'UNAVAILABLE', says: /no está disponible/, ready: /no admite archivos nuevos/ },
] as const

describe('a disk that fails every write', () => {
  test('the API refuses an upload with its own message and no leftovers, and accepts the next upload', async () => {
    const { server, bearer, document } = await start()
    for (const { code, status, answer, says } of disks) {
      const repair = failWrites(server, code)
      const { body, ...refused } = await tryUpload(server, bearer)
      expect([code, refused.status]).toEqual([code, status])
      expect(body).toMatchObject({
        error_code: answer,
        error_type: 'UPLOAD_ERROR',
        title: expect.stringMatching(says),
        message: expect.stringMatching(/no se guardó/),
        suggestion: expect.stringMatching(/Intenta de nuevo/),
        user_action_required: false,
      })
      expect((await uploadHeaders(server, bearer))['retry-after']).toBe(answer === 'UNAVAILABLE' ? '2' : '60')
      expect(await leftovers(server)).toEqual([])
      expect(await reading(server, bearer, document.id)).toEqual({ names: ['Contrato.pdf'], download: 200 })
      repair()
    }
    expect((await tryUpload(server, bearer)).status).toBe(201)
    expect(await leftovers(server)).toEqual([])
  })

  test('the API refuses a signature with a message, and the same request signs after the recovery', async () => {
    const invited = await startInvited()
    const { server, ana } = invited
    const bearer = await invited.open('ana@example.com')
    const body = { field_id: ana.id, signature_data: drawing(), idempotency_key: randomUUID() }
    const call = { bearer, params: { fieldId: ana.id }, body }
    const params = { id: invited.document.id }
    const file = () => succeed(server, getFileCall, { bearer: invited.olga.access_token, params })
    for (const { code, status, answer, says } of disks) {
      const repair = failWrites(server, code)
      const refused = await refuse(server, digitalSignCall, call)
      expect(refused).toMatchObject({ status, code: answer, message: expect.stringMatching(says) })
      expect(await file()).toMatchObject({ status: 'PROCESSING', fields_signed: 0, revision: 1 })
      expect(await leftovers(server)).toEqual([])
      repair()
    }
    expect(await succeed(server, digitalSignCall, call)).toMatchObject({ verified: true })
    expect(await file()).toMatchObject({ fields_signed: 1, revision: 3 })
  })

  test('/readyz reports the failing disk until the recovery', async () => {
    const { server } = await start()
    for (const { code, ready } of disks) {
      const repair = failWrites(server, code)
      expect(await readiness(server)).toMatchObject({
        status: 503,
        checks: { disk: 'failed', database: 'ok', signing: 'ok' },
        problems: [expect.stringMatching(ready)],
      })
      repair()
      expect(await readiness(server)).toMatchObject({ status: 200, problems: [] })
    }
  })
})

describe('a full disk', () => {
  const annotated = async (server: TestServer, bearer: string, { id, sha256 }: UserFile) => {
    const bytes = threePages()
    const { payload, headers } = await multipart([
      ['base_sha256', sha256],
      ['request_key', randomUUID()],
      ['tail', { bytes: tailOf(bytes, annotate(bytes, [freeText('Revisado')])), filename: 'tail' }],
    ])
    const authorization = `Bearer ${bearer}`
    const url = pathOf(saveAnnotationsCall, { id })
    const response = await server.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, authorization },
      payload,
    })
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
  }

  test('the API stores no annotations and no new revision, and stores the annotations afterwards', async () => {
    const { server, bearer, document } = await start()
    const repair = failWrites(server, 'ENOSPC')
    expect(await annotated(server, bearer, document)).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } })
    expect(await leftovers(server)).toEqual([])
    const params = { id: document.id }
    expect(await succeed(server, getFileCall, { bearer, params })).toMatchObject({ revision: 1 })
    repair()
    expect(await annotated(server, bearer, document)).toMatchObject({ status: 200, body: { revision: 2 } })
  })

  const sealedBy = async ({ server, owner, document }: Invited) =>
    succeed(server, getFileCall, { bearer: await owner(), params: { id: document.id } })

  test('a full disk delays the seal for an hour, and the document is completed afterwards', async () => {
    const invited = await startInvited()
    const { server, ana, luis } = invited
    await invited.sign(await invited.open('ana@example.com'), ana)
    const { seal } = server.services.signer
    let repair = (): void => undefined
    const filling = jest.spyOn(server.services.signer, 'seal').mockImplementationOnce((input) => {
      repair = failWrites(server, 'ENOSPC')
      return seal(input)
    })
    expect(await invited.sign(await invited.open('luis@example.com'), luis)).toMatchObject({ verified: true })
    filling.mockRestore()
    for (let waited = 0; waited < HOUR_MS; waited += MINUTE_MS) {
      server.clock.advance(MINUTE_MS)
      expect(await server.sealing.tick()).toBe(1)
    }
    expect(HOUR_MS / MINUTE_MS).toBeGreaterThan(SEAL_ATTEMPTS_MAX)
    expect(await sealedBy(invited)).toMatchObject({
      status: 'PROCESSING',
      fields_signed: 2,
      sealing: { state: 'pending', reason: 'El almacenamiento del servidor no respondió bien.' },
    })

    repair()
    server.clock.advance(FAILURE_PAUSE)
    const mails = await invited.mailsOf(() => server.sealing.tick())
    expect(await sealedBy(invited)).toMatchObject({ status: 'COMPLETED', sealing: null })
    const finished = mails.filter((mail) => mail.startsWith('document-completed')).sort()
    expect(finished.map((mail) => mail.split(' ')[1])).toEqual([
      'ana@example.com',
      'luis@example.com',
      'olga@example.com',
    ])
    const call = { bearer: await invited.owner(), params: { id: invited.document.id }, body: {} }
    await succeed(server, retrySealingCall, call)
  })

  test('verification answers STORAGE_FULL, and works after the recovery', async () => {
    const { server } = await start()
    const { payload, headers } = await multipart([['file', { bytes: threePages(), filename: 'Contrato.pdf' }]])
    const verify = () => server.app.inject({ method: 'POST', url: pathOf(verifyFileCall), payload, headers })
    const repair = failWrites(server, 'ENOSPC')
    const refused = await verify()
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([507, 'STORAGE_FULL'])
    expect(await leftovers(server)).toEqual([])
    repair()
    expect((await verify()).statusCode).toBe(200)
  })

  test('logins and reading continue', async () => {
    const { server, document } = await start()
    failWrites(server, 'ENOSPC')
    const { access_token } = await succeed(server, loginCall, { body: { username: 'olga', password: PASSWORD } })
    expect(await reading(server, access_token, document.id)).toEqual({ names: ['Contrato.pdf'], download: 200 })
  })
})
