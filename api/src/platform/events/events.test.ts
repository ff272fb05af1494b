import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import {
  deleteFieldCall,
  deleteFileCall,
  digitalSignCall,
  type FileEvent,
  fileEventsCall,
  getFileCall,
  logoutCall,
} from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { insertDocuments, ownerId } from '../../../test/support/documents.ts'
import { addressOf, watch } from '../../../test/support/event-client.ts'
import {
  becomeGuest,
  drawing,
  PASSWORD,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { HEARTBEAT_MS, STREAM_LIFE, STREAMS_PER_ACCOUNT } from './constants.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const owner = await ownerId(server.services.db, 'olga')
  const address = await addressOf(server)
  const open = async (token = bearer) => {
    const client = await watch(address, token)
    expect(await client.next()).toBe(': conectado')
    return client
  }
  const publish = (documentId: number, to = owner) =>
    server.services.documentEvents.publish(to, { kind: 'changed', document_id: documentId })
  return { server, bearer, owner, address, open, publish }
}

const released = (server: TestServer): Promise<void> => {
  const { documentEvents } = server.services
  const subscribe = documentEvents.subscribe.bind(documentEvents)
  return new Promise((resolve) => {
    jest.spyOn(documentEvents, 'subscribe').mockImplementationOnce((...args) => {
      const unsubscribe = subscribe(...args)
      return () => {
        unsubscribe()
        resolve()
      }
    })
  })
}

test('the event stream starts immediately, with headers that prevent buffering and caching', async () => {
  const { address, bearer } = await start()
  const { response, next } = await watch(address, bearer)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(await next()).toBe(': conectado')
})

test('a HEAD request opens no event stream', async () => {
  const { server, bearer } = await start()
  const subscribe = jest.spyOn(server.services.documentEvents, 'subscribe')
  const headers = { authorization: `Bearer ${bearer}` }
  const response = await server.app.inject({ method: 'HEAD', url: fileEventsCall.path, headers })
  expect([response.statusCode, response.body]).toEqual([200, ''])
  expect(subscribe).not.toHaveBeenCalled()
})

describe('events of documents', () => {
  test('the owner receives an event for every change of a document, in order', async () => {
    const { server, bearer, open } = await start()
    const client = await open()
    const document = await uploadDocument(server, bearer)
    const event = (kind: FileEvent['kind']) => ({ kind, document_id: document.id })
    expect(await client.nextEvent()).toEqual(event('created'))
    const field = await placeField(server, bearer, document.id)
    expect(await client.nextEvent()).toEqual(event('changed'))
    const other = await placeField(server, bearer, document.id)
    expect(await client.nextEvent()).toEqual(event('changed'))
    await succeed(server, deleteFieldCall, { bearer, params: { id: other.id } })
    expect(await client.nextEvent()).toEqual(event('changed'))
    const guest = await becomeGuest(server, bearer, field)
    expect(await client.nextEvent()).toEqual(event('changed'))
    const body = { field_id: field.id, signature_data: drawing() }
    await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: field.id }, body })
    // First the signature, then the sealed document.
    expect(await client.nextEvent()).toEqual(event('changed'))
    expect(await client.nextEvent()).toEqual(event('changed'))
    expect(await succeed(server, getFileCall, { bearer, params: { id: document.id } })).toMatchObject({
      is_signed: true,
      signers: [{ name: 'Ana Rojas', signed_at: expect.any(String) }],
    })
    await succeed(server, deleteFileCall, { bearer, params: { id: document.id } })
    expect(await client.nextEvent()).toEqual(event('deleted'))
  })

  test('a user receives no event for a refused call or for documents of other owners', async () => {
    const { server, bearer, open } = await start()
    const { access_token: other } = await registerPerson(server, 'pedro')
    const [mine, theirs] = [await open(), await open(other)]
    const foreign = await uploadDocument(server, other)
    await refuse(server, deleteFileCall, { bearer, params: { id: foreign.id } })
    const own = await uploadDocument(server, bearer)
    expect(await mine.nextEvent()).toEqual({ kind: 'created', document_id: own.id })
    expect(await theirs.nextEvent()).toEqual({ kind: 'created', document_id: foreign.id })
    await succeed(server, deleteFileCall, { bearer: other, params: { id: foreign.id } })
    expect(await theirs.nextEvent()).toEqual({ kind: 'deleted', document_id: foreign.id })
  })
})

describe('heartbeat and end of an event stream', () => {
  test('the event stream sends a comment every 25 seconds', async () => {
    const { server, open, publish } = await start()
    const client = await open()
    server.clock.advance(HEARTBEAT_MS - 1)
    publish(1)
    expect(await client.next()).toMatch(/^data: /)
    server.clock.advance(1)
    expect(await client.next()).toBe(':')
    server.clock.advance(HEARTBEAT_MS)
    expect(await client.next()).toBe(':')
  })

  test('the event stream ends after 10 minutes, and the client can open a new stream', async () => {
    const { server, open } = await start()
    const client = await open()
    server.clock.advance(STREAM_LIFE - 1)
    expect(await client.next()).toMatch(/^:/)
    server.clock.advance(1)
    while ((await client.next()) !== undefined);
    await open()
  })

  test('logging out ends the stream before the next event, and streams of other sessions continue', async () => {
    const { server, bearer, open, publish } = await start()
    const login = await succeed(server, loginCall, { body: { username: 'olga', password: PASSWORD } })
    const [ended, standing] = [await open(), await open(login.access_token)]
    await succeed(server, logoutCall, { bearer })
    publish(7)
    expect(await ended.next()).toBeUndefined()
    expect(await standing.nextEvent()).toEqual({ kind: 'changed', document_id: 7 })
  })

  test('without events, the stream of an ended session closes at the next heartbeat', async () => {
    const { server, bearer, open } = await start()
    const client = await open()
    await succeed(server, logoutCall, { bearer })
    server.clock.advance(HEARTBEAT_MS)
    expect(await client.next()).toBeUndefined()
  })

  test('when an account opens too many streams, the oldest streams end', async () => {
    const { open, publish } = await start()
    const clients = []
    for (let count = 0; count < STREAMS_PER_ACCOUNT + 2; count += 1) clients.push(await open())
    publish(7)
    const received = await Promise.all(clients.map((client) => client.nextEvent()))
    const event = { kind: 'changed', document_id: 7 }
    expect(received).toEqual([undefined, undefined, ...Array<unknown>(STREAMS_PER_ACCOUNT).fill(event)])
  })

  test('when a client disconnects, the server removes its subscription', async () => {
    const { server, open } = await start()
    const letGo = released(server)
    const client = await open()
    client.leave()
    await letGo
  })

  test('when a client does not read, the server closes the stream and removes its subscription', async () => {
    const { server, address, bearer, publish } = await start()
    let over = false
    const letGo = released(server).then(() => {
      over = true
    })
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.write(`GET ${fileEventsCall.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${bearer}\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    // Socket buffers hold several megabytes first.
    while (!over) {
      for (let count = 0; count < 200; count += 1) publish(count + 1)
      await setImmediate()
    }
    await letGo
    socket.destroy()
  })

  test('the stream delivers 2,000 events to a client that reads', async () => {
    const { server, open, owner } = await start()
    const client = await open()
    const ids = await insertDocuments(server.services.db, owner, [{ name: 'a.pdf', uploadedAt: 1 }])
    const count = 2000
    for (let done = 0; done < count; done += 100) {
      for (let index = 0; index < 100; index += 1)
        server.services.documentEvents.publish(owner, { kind: 'changed', document_id: ids[0] ?? 0 })
      for (let index = 0; index < 100; index += 1) expect(await client.nextEvent()).toMatchObject({ kind: 'changed' })
    }
  })

  test('closing the server ends all event streams', async () => {
    const { server, open } = await start()
    const clients = [await open(), await open()]
    await server.app.close()
    for (const client of clients) expect(await client.next()).toBeUndefined()
  })
})

test('a failing event listener does not stop the event for other listeners', async () => {
  const { server, bearer, owner, open } = await start()
  server.services.documentEvents.subscribe(owner, () => {
    throw new Error('no')
  })
  const client = await open()
  const { id } = await uploadDocument(server, bearer)
  expect(await client.nextEvent()).toEqual({ kind: 'created', document_id: id })
})
