import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pdfsig, testWith } from 'pdf/testing/node'
import { digitalSignCall, revokeInvitationCall, signingAgentCall } from 'shared/contract'
import { cancelFvaSignatureCall, type FvaProblem, fvaSignatureCall } from 'shared/contract/fva'
import {
  ana,
  callListener,
  calmSimulator,
  cancelFva,
  closeFvaSite,
  endedFva,
  type FvaGuest,
  type FvaSite,
  KEY,
  newGuest,
  openFvaSite,
  readFva,
  settledFva,
  signaturesOf,
  startFva,
  waitForCode,
} from '../../../test/support/fva-office.ts'
import { becomeGuest, downloadBytes, drawing, placeField, threePages } from '../../../test/support/people.ts'
import { openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'
import { examineFva } from '../../operations/doctor/examine-fva.ts'
import { SECOND_MS } from '../../platform/clock.ts'
import { parseApiEnvironment } from '../../platform/environment/environment.ts'
import { createFvaClient, type FvaClientOptions } from './fva-client.ts'

let site: FvaSite
beforeAll(async () => {
  site = await openFvaSite()
})
afterAll(() => closeFvaSite(site))
beforeEach(() => calmSimulator(site))

const national = (number: string) => ({ type: 'nacional', number }) as const
const foreign = (number: string) => ({ type: 'extranjero', number }) as const

const revisionsOf = ({ documentId }: FvaGuest) =>
  site.server.services.db.selectFrom('revisions').select('kind').where('document_id', '=', documentId).execute()

const requestRow = (id: number) =>
  site.server.services.db.selectFrom('fva_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const settledRow = async (id: number) => {
  for (let looks = 0; looks < 200; looks += 1) {
    const row = await requestRow(id)
    if (row.state !== 'received') return row
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the request does not settle')
}

const expectUnsigned = async (guest: FvaGuest): Promise<void> => {
  expect(await signaturesOf(site, guest)).toEqual([])
  expect((await revisionsOf(guest)).map(({ kind }) => kind)).not.toContain('signed')
}

const notice = async (requestId: number, problem: number) => ({
  IdDeLaSolicitud: (await requestRow(requestId)).external_id ?? 0,
  DocumentoFirmado: '',
  FueExitosa: problem === 0,
  CodigoDeError: problem,
  HashDocumentoFirmado: '',
  IDAlgoritmoHashDocumentoFirmado: 1,
})

describe('a signature from the FVA', () => {
  test('the requested signer signs the requested field, and the API reports the FVA as simulated', async () => {
    const guest = await newGuest(site)
    const started = await waitForCode(site, guest)
    expect(started).toMatchObject({ code: expect.stringMatching(/^(?=.*\d)(?=.*[A-Z])[A-Z\d]{6}$/), seconds: 300 })
    expect(await endedFva(site, guest, started.request_id)).toMatchObject({
      state: 'signed',
      result: {
        field_id: guest.field.id,
        agent: 'fva-simulator',
        proven_identification: 'CPF-01-0234-0567',
        revocation: 'not-asked',
        certificate_info: { issuer: 'CA PERSONA FISICA - PRUEBAS' },
      },
    })
    expect((await revisionsOf(guest)).map(({ kind }) => kind).slice(-2)).toEqual(['prepared', 'signed'])
    expect(await succeed(site.server, signingAgentCall)).toEqual({ kind: 'fva', simulator: true })
  })

  test('the certificate of a foreigner proves a DIMEX number', async () => {
    const guest = await newGuest(site)
    const { request_id } = await waitForCode(site, guest, { identification: foreign('155800123456') })
    expect(await endedFva(site, guest, request_id)).toMatchObject({
      result: { proven_identification: 'NUP-155800123456' },
    })
  })

  testWith(
    ['pdfsig'],
    'a signature in a field that the FVA creates is accepted, and pdfsig finds it valid',
    async () => {
      await site.simulator.order({ field: 'own' })
      const guest = await newGuest(site, 1)
      const { request_id } = await waitForCode(site, guest)
      expect(await endedFva(site, guest, request_id)).toMatchObject({ state: 'signed' })
      const signed = await downloadBytes(site.server, site.owner, guest.documentId)
      expect(pdfsig(signed).at(-1)).toMatchObject({ valid: true, wholeDocument: true, type: 'ETSI.CAdES.detached' })
    },
  )

  test('a signature in another person’s field is refused, and the field can be signed again', async () => {
    const guest = await newGuest(site, 1)
    const { request_id } = await waitForCode(site, guest)
    expect(await endedFva(site, guest, request_id)).toEqual({ state: 'failed', problem: 'copy-field-of-other' })
    await expectUnsigned(guest)
    await site.simulator.order({ field: 'own' })
    const again = await waitForCode(site, guest)
    expect(await endedFva(site, guest, again.request_id)).toMatchObject({ state: 'signed' })
  })

  test('the platform refuses to sign without the FVA', async () => {
    const { bearer, field } = await newGuest(site)
    const body = { field_id: field.id, signature_data: drawing() }
    const refused = await refuse(site.server, digitalSignCall, { bearer, params: { fieldId: field.id }, body })
    expect(refused.code).toBe('CARD_NEEDED')
  })
})

describe('the FVA refuses a request', () => {
  const outcomes: readonly (readonly [identification: ReturnType<typeof national | typeof foreign>, FvaProblem])[] = [
    [foreign('500000000000'), 'request-failed'],
    [national('01-1919-2222'), 'entity-unknown'],
    [national('01-1919-2020'), 'entity-inactive'],
    [national('01-1919-2121'), 'not-connected'],
    [national('01-1919-2323'), 'place-length'],
  ]
  test('the API reports each refusal as its own problem', async () => {
    const guest = await newGuest(site)
    for (const [identification, problem] of outcomes)
      expect(await startFva(site, guest, { identification })).toEqual({ state: 'failed', problem })
    await expectUnsigned(guest)
  })

  test('the API reports a wrong clock and a broken FVA', async () => {
    const guest = await newGuest(site)
    await site.simulator.order({ now: site.server.clock.now() + 61 * SECOND_MS })
    expect(await startFva(site, guest)).toEqual({ state: 'failed', problem: 'clock' })
    await site.simulator.order({ answer: 'broken' })
    expect(await startFva(site, guest)).toEqual({ state: 'failed', problem: 'unreachable' })
  })
})

describe('the FVA notifies a failure', () => {
  const outcomes: readonly (readonly [identification: ReturnType<typeof national | typeof foreign>, FvaProblem])[] = [
    [foreign('100000000000'), 'failed'],
    [national('01-1010-2020'), 'rejected'],
    [national('01-2020-3030'), 'expired'],
    [national('01-4040-5050'), 'disconnected'],
    [national('01-6060-7070'), 'revoked'],
    [national('01-8080-9090'), 'certificate-expired'],
    [national('01-1100-2211'), 'busy'],
    [national('01-3344-5566'), 'wrong-code'],
    [national('01-7788-9900'), 'pin-blocked'],
  ]
  test('the API reports each failure as its own problem', async () => {
    const guest = await newGuest(site)
    for (const [identification, problem] of outcomes) {
      const { request_id } = await waitForCode(site, guest, { identification })
      expect(await endedFva(site, guest, request_id)).toEqual({ state: 'failed', problem })
    }
    await expectUnsigned(guest)
  })
})

describe('the API verifies the signed copy', () => {
  const faults = [
    ['bytes', 'copy-differs'],
    ['unsigned', 'copy-unsigned'],
    ['two', 'copy-signed-twice'],
    ['page', 'copy-changed'],
    ['cover', 'copy-covers'],
    ['person', 'copy-other-person'],
    ['revoked', 'revoked'],
    ['stranger', 'copy-untrusted'],
  ] as const
  test.each(faults)('the API refuses a copy with the fault %s', async (fault, problem) => {
    await site.simulator.order({ fault })
    const guest = await newGuest(site)
    const { request_id } = await waitForCode(site, guest)
    expect(await endedFva(site, guest, request_id)).toEqual({ state: 'failed', problem })
    await expectUnsigned(guest)
  })

  test('the API refuses a document that does not match its hash', async () => {
    await site.simulator.order({ notify: 'held' })
    const guest = await newGuest(site)
    const { request_id } = await waitForCode(site, guest)
    const document = Buffer.from('%PDF-1.7').toString('base64')
    const body = { ...(await notice(request_id, 0)), DocumentoFirmado: document }
    expect(await callListener(site, { as: 'fva', body })).toBe(200)
    expect(await readFva(site, guest, request_id)).toEqual({ state: 'failed', problem: 'copy-differs' })
    await site.simulator.order({ release: true })
  })
})

describe('callbacks of the FVA', () => {
  test('the callback port accepts only requests with BCCR’s certificate', async () => {
    await site.simulator.order({ notify: 'lost' })
    const guest = await newGuest(site)
    const { request_id } = await waitForCode(site, guest)
    const body = await notice(request_id, 2)
    await expect(callListener(site, { body })).rejects.toThrow()
    expect(await callListener(site, { as: 'ajena', body })).toBe(404)
    expect(await callListener(site, { as: 'entidad', body })).toBe(404)
    const headers = { 'x-ssl-client-verify': 'SUCCESS', 'x-forwarded-for': '127.0.0.1' }
    const plain = await site.server.app.inject({
      method: 'POST',
      url: '/home/api/fva/Resultado',
      headers,
      payload: body,
    })
    expect(plain.statusCode).toBe(404)
    expect(await readFva(site, guest, request_id)).toEqual({ state: 'waiting' })
    expect(await callListener(site, { as: 'fva', body })).toBe(200)
    expect(await readFva(site, guest, request_id)).toEqual({ state: 'failed', problem: 'rejected' })
  })

  test('the callback port serves BCCR’s two calls and nothing else', async () => {
    expect(await callListener(site, { as: 'fva', call: 'ValideElServicio' })).toBe(200)
    expect(await callListener(site, { as: 'ajena', call: 'ValideElServicio' })).toBe(404)
    expect(await callListener(site, { as: 'fva', call: '../signing-agent/' })).toBe(404)
    const unknown = { IdDeLaSolicitud: 77, FueExitosa: false, CodigoDeError: 2 }
    expect(await callListener(site, { as: 'fva', body: unknown })).toBe(404)
  })

  test('a repeated callback changes nothing, and a later failure does not undo a signature', async () => {
    await site.simulator.order({ notify: 'twice' })
    const guest = await newGuest(site)
    const { request_id } = await waitForCode(site, guest)
    expect(await endedFva(site, guest, request_id)).toMatchObject({ state: 'signed' })
    expect(await callListener(site, { as: 'fva', body: await notice(request_id, 2) })).toBe(200)
    expect(await readFva(site, guest, request_id)).toMatchObject({ state: 'signed' })
    expect(await signaturesOf(site, guest)).toHaveLength(1)
  })

  test('the API drops the callback of a cancelled request', async () => {
    await site.simulator.order({ notify: 'held' })
    const guest = await newGuest(site)
    const { request_id } = await waitForCode(site, guest)
    expect(await cancelFva(site, guest, request_id)).toEqual({ cancelled: true })
    await site.simulator.order({ release: true })
    expect(await settledFva(site, guest, request_id)).toEqual({ state: 'failed', problem: 'cancelled' })
    await expectUnsigned(guest)
    expect(await cancelFva(site, guest, request_id)).toEqual({ cancelled: false })
  })

  test('the API drops the callback of a replaced request and accepts the newer one', async () => {
    await site.simulator.order({ notify: 'held' })
    const guest = await newGuest(site)
    const first = await waitForCode(site, guest)
    const second = await waitForCode(site, guest)
    await site.simulator.order({ release: true })
    expect(await settledFva(site, guest, first.request_id)).toEqual({ state: 'failed', problem: 'replaced' })
    expect(await settledFva(site, guest, second.request_id)).toMatchObject({ state: 'signed' })
    expect(await signaturesOf(site, guest)).toHaveLength(1)
  })

  test('a request without a callback ends as lost; a late callback still stores the signature', async () => {
    await site.simulator.order({ notify: 'held', seconds: 30 })
    const guest = await newGuest(site)
    const { request_id } = await waitForCode(site, guest)
    site.server.clock.advance(35 * SECOND_MS)
    expect(await readFva(site, guest, request_id)).toEqual({ state: 'waiting' })
    site.server.clock.advance(SECOND_MS)
    expect(await readFva(site, guest, request_id)).toEqual({ state: 'failed', problem: 'lost' })
    await site.simulator.order({ release: true, now: site.server.clock.now() })
    expect(await startFva(site, guest)).toMatchObject({ state: expect.stringMatching(/^(received|signed)$/) })
    expect(await settledFva(site, guest, request_id)).toMatchObject({ state: 'signed' })
    expect(await startFva(site, guest)).toMatchObject({ state: 'signed', result: { field_id: guest.field.id } })
    const other = { idempotency_key: KEY.replace('5', '6') }
    await expect(startFva(site, guest, other)).rejects.toThrow('FIELD_SIGNED')
    const otherPerson = { identification: national('01-0123-0456') }
    await expect(startFva(site, guest, otherPerson)).rejects.toThrow('IDEMPOTENCY_KEY_REUSED')
  })

  test('the signature is not stored when another signature changed the document first', async () => {
    await site.simulator.order({ notify: 'held', field: 'own' })
    const guest = await newGuest(site)
    const field = await placeField(site.server, site.owner, guest.documentId, {
      signer_email: 'luz@example.com',
      page: 2,
    })
    const other = { ...guest, field, bearer: await becomeGuest(site.server, site.owner, field) }
    const late = await waitForCode(site, guest)
    await site.simulator.order({ notify: 'once' })
    const sooner = await waitForCode(site, other, { identification: national('01-0123-0456') })
    expect(await endedFva(site, other, sooner.request_id)).toMatchObject({ state: 'signed' })
    await site.simulator.order({ release: true })
    expect(await settledFva(site, guest, late.request_id)).toEqual({ state: 'failed', problem: 'moved' })
    expect(await signaturesOf(site, guest)).toHaveLength(1)
  })

  test('the signature is not stored after the deadline', async () => {
    await site.simulator.order({ notify: 'held' })
    const guest = await newGuest(site)
    const { request_id } = await waitForCode(site, guest)
    const { db, clock } = site.server.services
    await db.updateTable('documents').set({ deadline: clock() }).where('id', '=', guest.documentId).execute()
    await site.simulator.order({ release: true })
    expect(await settledRow(request_id)).toMatchObject({ state: 'failed', problem: 'not-allowed' })
    await expectUnsigned(guest)
  })

  test('the signature is not stored when the owner revoked the invitation', async () => {
    await site.simulator.order({ notify: 'held' })
    const guest = await newGuest(site)
    const { request_id } = await waitForCode(site, guest)
    const { db } = site.server.services
    const invitation = db.selectFrom('invitations').select('id').where('field_id', '=', guest.field.id)
    const { id: invitationId } = await invitation.executeTakeFirstOrThrow()
    const params = { id: guest.documentId, invitationId }
    await succeed(site.server, revokeInvitationCall, { bearer: site.owner, params })
    await site.simulator.order({ release: true })
    expect(await settledRow(request_id)).toMatchObject({ state: 'failed', problem: 'not-allowed' })
    await expectUnsigned(guest)
  })
})

test('the API refuses a person other than the required one, in the request and in the copy', async () => {
  const guest = await newGuest(site)
  const { db } = site.server.services
  const ask = (certificate_identification: string) =>
    db.updateTable('fields').set({ certificate_identification }).where('id', '=', guest.field.id).execute()
  await ask('CPF-02-0345-0678')
  await expect(startFva(site, guest)).rejects.toThrow('CARD_NOT_ASKED')
  await ask('CPF-01-0234-0567')
  await site.simulator.order({ notify: 'held' })
  const { request_id } = await waitForCode(site, guest)
  await ask('CPF-09-0999-0999')
  await site.simulator.order({ fault: 'person' })
  await site.simulator.order({ release: true })
  expect(await settledFva(site, guest, request_id)).toEqual({ state: 'failed', problem: 'copy-other-person' })
  await expectUnsigned(guest)
})

test('only the guest who made a request can read or cancel it', async () => {
  await site.simulator.order({ notify: 'lost' })
  const guest = await newGuest(site)
  const stranger = await newGuest(site)
  const { request_id } = await waitForCode(site, guest)
  const { server } = site
  for (const call of [fvaSignatureCall, cancelFvaSignatureCall]) {
    const body = call.method === 'GET' ? {} : { body: {} }
    for (const fieldId of [guest.field.id, stranger.field.id])
      expect(
        (await refuse(server, call, { bearer: stranger.bearer, params: { fieldId, requestId: request_id }, ...body }))
          .status,
      ).toBeGreaterThanOrEqual(403)
    const params = { fieldId: guest.field.id, requestId: request_id }
    expect((await refuse(server, call, { bearer: site.owner, params, ...body })).code).toBe('NOT_FOUND')
  }
  expect(await readFva(site, guest, request_id)).toEqual({ state: 'waiting' })
})

describe('the FVA client', () => {
  const file = (name: string) => readFileSync(site.simulator.variables[name] ?? '')
  const keys = () => ({ cert: file('FVA_CERT'), key: file('FVA_KEY'), ca: file('FVA_CA') })
  const open = (change: Partial<FvaClientOptions> = {}) => {
    const baseUrl = site.simulator.variables.FVA_BASE_URL ?? ''
    return createFvaClient({ baseUrl, isTest: true, business: 1, entity: 1, tls: keys(), ...change })
  }

  test('the client detects a live or broken FVA and times out on a silent FVA', async () => {
    expect(await open().isAlive()).toBe(true)
    expect(await examineFva({ environment: parseApiEnvironment(site.simulator.variables) })).toMatchObject([
      { level: 'ok' },
    ])
    await site.simulator.order({ answer: 'broken' })
    expect(await examineFva({ environment: parseApiEnvironment(site.simulator.variables) })).toMatchObject([
      { level: 'error', message: expect.stringContaining('500') },
    ])
    await site.simulator.order({ answer: 'silent' })
    await expect(open({ timeLimit: 100 }).isAlive()).rejects.toThrow()
  })

  test('the client trusts only its authorities and shortens texts that are too long', async () => {
    await expect(open({ tls: { ...keys(), ca: file('SIGNING_AGENT_CA') } }).isAlive()).rejects.toThrow()
    await site.simulator.order({ notify: 'lost' })
    const long = 'ñ'.repeat(400)
    const order = { document: threePages(), identification: ana.number, summary: long, place: long, reason: long }
    expect(await open().ask({ ...order, at: new Date(site.server.clock.now()) })).toMatchObject({ code: 0 })
  })
})

test('behind a proxy only the proxy’s address and secret open the callback', async () => {
  const secretFile = join(site.simulator.folder, 'secreto')
  const secret = 'secreto-de-treinta-y-dos-letras-o-mas'
  writeFileSync(secretFile, secret)
  const { FVA_CALLBACK_PORT: _, ...direct } = site.simulator.variables
  const variables = {
    ...direct,
    FVA_CALLBACK_HEADER: 'X-FVA',
    FVA_CALLBACK_SECRET_FILE: secretFile,
    FVA_CALLBACK_PROXIES: '10.0.0.5',
  }
  const { app } = await openTestServer({ variables })
  const ask = (remoteAddress: string, headers: Record<string, string>) =>
    app.inject({ method: 'GET', url: '/home/api/fva/ValideElServicio', remoteAddress, headers })
  expect((await ask('10.0.0.5', { 'x-fva': secret })).json()).toBe(true)
  expect((await ask('10.0.0.6', { 'x-fva': secret, 'x-forwarded-for': '10.0.0.5' })).statusCode).toBe(404)
  expect((await ask('127.0.0.1', { 'x-fva': secret, 'x-forwarded-for': '10.0.0.5' })).statusCode).toBe(404)
  expect((await ask('10.0.0.5', { 'x-fva': 'otra' })).statusCode).toBe(404)
})
