import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteFileCall, digitalSignCall, downloadFileCall } from 'shared/contract'
import {
  becomeGuest,
  drawing,
  placeField,
  registerPerson,
  threePages,
  uploadDocument,
} from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { onPostgres } from '../../../test/support/test-store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { createIntegrity } from './integrity-worker.ts'
import { scrubSlice } from './scrub.ts'

afterEach(closeTestServers)

const onDisk = onPostgres ? describe.skip : describe

const start = async () => {
  const server = await openTestServer({ variables: { METRICS_TOKEN: 'una-clave-de-figuras' } })
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const bytes = Buffer.from(threePages())
  const { id, sha256 } = await uploadDocument(server, bearer, bytes)
  const path = join(server.dataDir, 'files', sha256.slice(0, 2), sha256)
  return {
    server,
    bearer,
    id,
    sha256,
    damage: () => writeFile(path, bytes.with(bytes.length - 9, 0)),
    lose: () => rm(path),
    restore: () => writeFile(path, bytes),
    read: async (range?: string) => {
      const headers = { authorization: `Bearer ${bearer}`, ...(range === undefined ? {} : { range }) }
      const {
        statusCode,
        headers: answer,
        payload,
      } = await server.app.inject({
        method: 'GET',
        url: pathOf(downloadFileCall, { id }),
        headers,
      })
      return {
        status: statusCode,
        code: answer['content-type']?.includes('json') ? JSON.parse(payload).code : undefined,
      }
    },
  }
}

const findingsIn = ({ adminEvents }: TestServer) => adminEvents.filter(({ event }) => event.startsWith('document-'))

const figuresOf = async ({ app }: TestServer): Promise<string[]> => {
  const headers = { authorization: 'Bearer una-clave-de-figuras' }
  const { payload } = await app.inject({ method: 'GET', url: '/metrics', headers })
  return payload.split('\n').filter((line) => line.startsWith('trazo_faulty_files') || line.startsWith('trazo_scrub'))
}

const REFUSED = { status: 500, code: 'DOCUMENT_DAMAGED' }

onDisk('integrity check of a stored file', () => {
  test('a range request to a damaged file reports one finding, and reads are refused until the restore', async () => {
    const { server, id, sha256, damage, restore, read } = await start()
    // The scrub has a day until its next round.
    await server.integrity.tick()
    await damage()
    expect((await read('bytes=0-9')).status).toBe(206)
    await server.integrity.tick()
    const found = { event: 'document-damaged', sha256, documents: [id], muted: false }
    expect(findingsIn(server)).toEqual([found])
    for (const range of ['bytes=0-9', 'bytes=5-', undefined]) expect(await read(range)).toEqual(REFUSED)
    await server.integrity.tick()
    expect(findingsIn(server)).toEqual([found])
    expect(await figuresOf(server)).toContain('trazo_faulty_files{fault="damaged"} 1')
    await restore()
    expect((await read('bytes=0-9')).status).toBe(206)
    expect(findingsIn(server)).toEqual([found, { event: 'document-restored', sha256, documents: [id] }])
    expect(await figuresOf(server)).toContain('trazo_faulty_files{fault="damaged"} 0')
  })

  test('reads of a missing file are refused immediately, and its finding closes without a request', async () => {
    const { server, id, sha256, lose, restore, read } = await start()
    await lose()
    for (const range of ['bytes=0-9', undefined]) expect(await read(range)).toEqual(REFUSED)
    await server.integrity.tick()
    const found = { event: 'document-missing', sha256, documents: [id], muted: false }
    expect(findingsIn(server)).toEqual([found])
    await restore()
    await server.integrity.tick()
    expect(findingsIn(server)).toEqual([found])
    server.clock.advance(MINUTE_MS)
    await server.integrity.tick()
    expect(findingsIn(server).at(-1)).toEqual({ event: 'document-restored', sha256, documents: [id] })
  })

  test('the API refuses a signature on a damaged file with the reason, and accepts it after the restore', async () => {
    const { server, bearer, id, damage, restore } = await start()
    const field = await placeField(server, bearer, id)
    const guest = await becomeGuest(server, bearer, field)
    const body = { field_id: field.id, signature_data: drawing() }
    const request = { bearer: guest, params: { fieldId: field.id }, body }
    await damage()
    expect(await refuse(server, digitalSignCall, request)).toMatchObject({
      ...REFUSED,
      message: expect.stringContaining('recuperarlo de un respaldo'),
    })
    await restore()
    await succeed(server, digitalSignCall, request)
  })

  test('the scrub finds a damaged file that no request reads, and ignores deleted files', async () => {
    const { server, bearer, id, sha256, damage } = await start()
    await server.integrity.tick()
    await damage()
    await server.integrity.tick()
    expect(findingsIn(server)).toEqual([])
    server.clock.advance(DAY_MS)
    expect(await figuresOf(server)).toContain(`trazo_scrub_complete_seconds ${DAY_MS / SECOND_MS}`)
    await server.integrity.tick()
    expect(findingsIn(server)).toEqual([{ event: 'document-damaged', sha256, documents: [id], muted: false }])
    const { access_token } = await registerPerson(server, 'pedro')
    const other = await uploadDocument(server, access_token, Buffer.concat([threePages(), Buffer.from('\n%\n')]))
    await succeed(server, deleteFileCall, { bearer: access_token, params: { id: other.id } })
    await rm(join(server.dataDir, 'files', other.sha256.slice(0, 2), other.sha256))
    await succeed(server, deleteFileCall, { bearer, params: { id } }).catch(() => undefined)
    server.clock.advance(DAY_MS)
    await server.integrity.tick()
    expect(findingsIn(server)).toHaveLength(1)
  })

  test('a read error counts as damage only while the storage is available', async () => {
    const { server, id, sha256 } = await start()
    const failing = Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'read' })
    let isAway = true
    const { db, clock, adminLog, blobs } = server.services
    const verify = () => Promise.reject(failing)
    const probe = () => (isAway ? Promise.reject(failing) : Promise.resolve())
    const log = { error: () => undefined }
    const integrity = createIntegrity({ db, clock, adminLog, log, rate: 1, blobs: { ...blobs, verify, probe } })
    await expect(integrity.tick()).rejects.toThrow(failing)
    expect(findingsIn(server)).toEqual([])
    isAway = false
    server.clock.advance(HOUR_MS)
    await integrity.tick()
    expect(findingsIn(server)).toEqual([{ event: 'document-damaged', sha256, documents: [id], muted: false }])
  })
})

describe('the scrub of stored files', () => {
  const startScrub = async (files: number) => {
    const server = await openTestServer()
    const { access_token: bearer } = await registerPerson(server, 'olga')
    for (let index = 0; index < files; index += 1)
      await uploadDocument(server, bearer, Buffer.concat([threePages(), Buffer.from(`\n%${index}\n`)]))
    const { db, clock } = server.services
    const read: string[] = []
    const process = (check: (sha256: string) => Promise<number> = async () => 1000) =>
      scrubSlice({
        db,
        clock,
        rate: 100,
        isStopping: () => false,
        check: async (sha256) => {
          const bytes = await check(sha256)
          read.push(sha256)
          return bytes
        },
      })
    return { server, process, read, stored: (await server.stored()).sort() }
  }

  test('processes share the scrub: one check per file and round, at the rate, resumed after a restart', async () => {
    const { server, process, read, stored } = await startScrub(3)
    await Promise.all([process(), process()])
    expect(read).toEqual(stored.slice(0, 1))
    server.clock.advance(9 * SECOND_MS)
    await process()
    expect(read).toEqual(stored.slice(0, 1))
    for (let slice = 0; slice < 3; slice += 1) {
      server.clock.advance(SECOND_MS * 10)
      await Promise.all([process(), process()])
    }
    expect(read).toEqual(stored)
    server.clock.advance(DAY_MS)
    await process()
    expect(read).toEqual([...stored, stored[0]])
  })

  test('another process checks the file that a failed process did not finish', async () => {
    const { server, process, read, stored } = await startScrub(1)
    await expect(process(() => Promise.reject(new Error('died')))).rejects.toThrow('died')
    await process()
    expect(read).toEqual([])
    server.clock.advance(HOUR_MS)
    await process()
    expect(read).toEqual(stored)
  })
})
