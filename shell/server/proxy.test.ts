/** @jest-environment node */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { fileEventsCall } from 'shared/contract'
import { REQUEST_TIMEOUTS } from 'shared/server'
import { FORWARDING_PLACES } from './forwarding.ts'
import { proxyApi } from './proxy.ts'

const IDLE = 200

let api: Server
let lastHeaders: IncomingHttpHeaders
let site: FastifyInstance
let url: string
/** The API's side of each stream, oldest first. */
let streams: ServerResponse[]

beforeEach(async () => {
  streams = []
  api = createServer((request, response) => {
    lastHeaders = request.headers
    if (!request.url?.startsWith(fileEventsCall.path)) {
      response.end('{}')
      return
    }
    streams.push(response)
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    response.write(': hola\n\n')
  })
  await new Promise<void>((ready) => api.listen(0, '127.0.0.1', ready))
  site = fastify({ forceCloseConnections: 'idle' })
  proxyApi(site, `http://127.0.0.1:${(api.address() as AddressInfo).port}`, { ...FORWARDING_PLACES, idle: IDLE })
  url = await site.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  await site.close()
  api.closeAllConnections()
  api.close()
})

const open = async () => {
  const controller = new AbortController()
  const response = await fetch(url + fileEventsCall.path, { signal: controller.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => (await reader?.read())?.value
  return { response, next, leave: () => controller.abort() }
}

test('the proxy forwards each event as soon as the API sends it', async () => {
  const { response, next } = await open()
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(await next()).toBe(': hola\n\n')
  for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
    streams[0]?.write(text)
    expect(await next()).toBe(text)
  }
  streams[0]?.end()
  expect(await next()).toBeUndefined()
})

test('the proxy closes the API’s stream when the client disconnects', async () => {
  const { next, leave } = await open()
  await next()
  const left = once(streams[0] ?? api, 'close')
  leave()
  await left
})

test('event streams do not use up the connections for API calls', async () => {
  const listening = await Promise.all(Array.from({ length: FORWARDING_PLACES.calls.ofAddress + 20 }, open))
  for (const { next } of listening) expect(await next()).toBe(': hola\n\n')
  expect((await fetch(`${url}/home/api/files/`)).status).toBe(200)
})

test('the site closes open event streams when it stops', async () => {
  const { next } = await open()
  await next()
  await site.close()
  await expect(next()).rejects.toThrow()
})

test('when tracing is off, the proxy drops a client’s trace headers and request id', async () => {
  const foreign = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'a=b', baggage: 'c=d' }
  await fetch(`${url}/home/api/files/`, { headers: { ...foreign, 'x-request-id': 'elegido-por-el-cliente' } })
  for (const name of Object.keys(foreign)) expect([name, lastHeaders[name]]).toEqual([name, undefined])
  expect(lastHeaders['x-request-id']).not.toBe('elegido-por-el-cliente')
})

test('the proxy ends a connection without calls before the API does', async () => {
  api.keepAliveTimeout = 72_000
  const connected = once(api, 'connection')
  await fetch(`${url}/home/api/files/`)
  const [connection] = await connected
  await once(connection, 'close')
  expect(FORWARDING_PLACES.idle).toBeLessThan(REQUEST_TIMEOUTS.headers)
})
