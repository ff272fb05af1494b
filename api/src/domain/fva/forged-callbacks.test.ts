import { createHash } from 'node:crypto'
import {
  ana,
  callListener,
  calmSimulator,
  closeFvaSite,
  endedFva,
  type FvaGuest,
  type FvaSite,
  newGuest,
  openFvaSite,
  readFva,
  settledFva,
  signaturesOf,
  waitForCode,
} from '../../../test/support/fva-office.ts'
import { becomeGuest, downloadBytes, placeField } from '../../../test/support/people.ts'

let site: FvaSite
beforeAll(async () => {
  site = await openFvaSite()
})
afterAll(() => closeFvaSite(site))
beforeEach(async () => {
  await calmSimulator(site)
  await site.simulator.order({ field: 'own' })
})

const hashes = { 1: 'sha256', 2: 'sha384', 3: 'sha512' } as const

const externalIdOf = async (requestId: number): Promise<number> => {
  const query = site.server.services.db.selectFrom('fva_requests').select('external_id').where('id', '=', requestId)
  return (await query.executeTakeFirstOrThrow()).external_id ?? 0
}

type Notification = NonNullable<Parameters<typeof callListener>[1]['body']>

/** A success notification with a hash that fits its document. */
const success = async (
  requestId: number,
  bytes: Uint8Array,
  algorithm: keyof typeof hashes = 1,
): Promise<Notification> => ({
  IdDeLaSolicitud: await externalIdOf(requestId),
  DocumentoFirmado: Buffer.from(bytes).toString('base64'),
  FueExitosa: true,
  CodigoDeError: 0,
  HashDocumentoFirmado: createHash(hashes[algorithm]).update(bytes).digest('base64'),
  IDAlgoritmoHashDocumentoFirmado: algorithm,
})

const send = async (body: Notification): Promise<void> => {
  expect(await callListener(site, { as: 'fva', body })).toBe(200)
}

const bytesOf = (guest: FvaGuest): Promise<Buffer> => downloadBytes(site.server, site.owner, guest.documentId)

/** Signed by the FVA; another field stays open, so nothing seals the document. */
const signedGuest = async (): Promise<FvaGuest> => {
  const guest = await newGuest(site, 1)
  const { request_id } = await waitForCode(site, guest)
  expect(await endedFva(site, guest, request_id)).toMatchObject({ state: 'signed' })
  return guest
}

const besides = async ({ documentId }: FvaGuest): Promise<FvaGuest> => {
  const field = await placeField(site.server, site.owner, documentId, { signer_email: 'luz@example.com', page: 2 })
  return { documentId, field, bearer: await becomeGuest(site.server, site.owner, field) }
}

test('the signed copy of one document in the notification of another signs nothing', async () => {
  const signed = await signedGuest()
  await site.simulator.order({ notify: 'lost' })
  const other = await newGuest(site)
  const { request_id } = await waitForCode(site, other)
  await send(await success(request_id, await bytesOf(signed)))
  expect(await settledFva(site, other, request_id)).toMatchObject({ state: 'failed' })
  expect(await signaturesOf(site, other)).toEqual([])
})

test('the signed copy of one field in the notification of another field of the document signs nothing', async () => {
  const guest = await newGuest(site, 1)
  const neighbour = await besides(guest)
  await site.simulator.order({ notify: 'lost' })
  const early = await waitForCode(site, neighbour, { identification: { type: 'nacional', number: '01-0123-0456' } })
  await site.simulator.order({ notify: 'once' })
  const own = await waitForCode(site, guest)
  expect(await endedFva(site, guest, own.request_id)).toMatchObject({ state: 'signed' })
  const copy = await bytesOf(guest)
  await send(await success(early.request_id, copy))
  expect(await settledFva(site, neighbour, early.request_id)).toMatchObject({ state: 'failed' })
  await site.simulator.order({ notify: 'lost' })
  const late = await waitForCode(site, neighbour, { identification: ana })
  await send(await success(late.request_id, copy))
  expect(await settledFva(site, neighbour, late.request_id)).toMatchObject({ state: 'failed' })
  expect(await signaturesOf(site, guest)).toHaveLength(1)
})

test('the document as it was sent, with a fitting hash, and other forged copies sign nothing', async () => {
  await site.simulator.order({ notify: 'lost' })
  const guest = await newGuest(site)
  const bytes = await bytesOf(guest)
  const forged: readonly [Uint8Array, 1 | 2 | 3][] = [
    [bytes, 1],
    [bytes, 2],
    [Buffer.concat([bytes, Buffer.from('\n%%EOF\n')]), 3],
    [Buffer.alloc(0), 1],
    [Buffer.from('%PDF-1.7'), 1],
  ]
  for (const [copy, algorithm] of forged) {
    const { request_id } = await waitForCode(site, guest)
    await send(await success(request_id, copy, algorithm))
    expect(await settledFva(site, guest, request_id)).toMatchObject({ state: 'failed' })
  }
  expect(await signaturesOf(site, guest)).toEqual([])
})

test('a hash of another document, of another algorithm, cut, empty or unknown is refused before the copy is read', async () => {
  const signed = await signedGuest()
  const copy = await bytesOf(signed)
  await site.simulator.order({ notify: 'lost' })
  const guest = await newGuest(site)
  const changes = [
    { HashDocumentoFirmado: createHash('sha256').update('otro').digest('base64') },
    { IDAlgoritmoHashDocumentoFirmado: 2 },
    { IDAlgoritmoHashDocumentoFirmado: 0 },
    { IDAlgoritmoHashDocumentoFirmado: 99 },
    { HashDocumentoFirmado: '' },
    { HashDocumentoFirmado: createHash('sha256').update(copy).digest('base64').slice(0, 20) },
  ]
  for (const change of changes) {
    const { request_id } = await waitForCode(site, guest)
    await send({ ...(await success(request_id, copy)), ...change })
    expect(await readFva(site, guest, request_id)).toEqual({ state: 'failed', problem: 'copy-differs' })
  }
})

test('success with the code of a failure, and failure with a signed document, sign nothing', async () => {
  await site.simulator.order({ notify: 'lost' })
  const guest = await newGuest(site)
  for (const change of [{ CodigoDeError: 2 }, { FueExitosa: false }, { FueExitosa: false, CodigoDeError: 2 }]) {
    const { request_id } = await waitForCode(site, guest)
    await send({ ...(await success(request_id, await bytesOf(guest))), ...change })
    expect(await readFva(site, guest, request_id)).toMatchObject({ state: 'failed' })
  }
  expect(await signaturesOf(site, guest)).toEqual([])
})

test('the same result three times at the same instant is stored once', async () => {
  await site.simulator.order({ notify: 'at-once' })
  const guest = await newGuest(site, 1)
  const { request_id } = await waitForCode(site, guest)
  expect(await endedFva(site, guest, request_id)).toMatchObject({ state: 'signed' })
  expect(await signaturesOf(site, guest)).toHaveLength(1)
  const { db } = site.server.services
  const revisions = db.selectFrom('revisions').select('kind').where('document_id', '=', guest.documentId)
  expect((await revisions.execute()).filter(({ kind }) => kind === 'signed')).toHaveLength(1)
})
