import { Readable } from 'node:stream'
import { EVENTS_AT_HEADER, fileEventsCall } from 'shared/contract'
import { isSessionOpen } from '../domain/accounts/users/sessions.ts'
import { createConnectionRegistry } from '../platform/events/connection-registry.ts'
import { openEventStream } from '../platform/events/event-stream.ts'
import { bySession, type RouteServices, rawRoute } from '../platform/http/route.ts'
import type { ApiServices } from '../platform/services.ts'

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  // Turns off response buffering in nginx.
  'x-accel-buffering': 'no',
  // A stopping server must not wait for kept-alive connections.
  connection: 'close',
}

type LiveServices = Pick<ApiServices, 'db' | 'clock' | 'every' | 'documentEvents'>

/**
 * One stream for each open page; a session that ends closes its streams. `EVENTS_AT_HEADER` lets a page that
 * reconnects see whether it missed an event.
 */
export const eventRoutes = (api: RouteServices, { db, clock, every, documentEvents }: LiveServices): void => {
  const connections = createConnectionRegistry()
  api.app.addHook('preClose', async () => connections.close())

  rawRoute(api, fileEventsCall, bySession, async ({ actor, request, reply }) => {
    reply.headers(HEADERS)
    // HEAD must not open a stream.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    const stream = openEventStream({
      clock,
      every,
      isAllowed: () => isSessionOpen(db, actor.sessionId),
      unsent: () => reply.raw.writableLength,
      onClose: () => {
        unsubscribe()
        connections.leave(actor.userId, stream)
      },
    })
    const unsubscribe = documentEvents.subscribe(actor.userId, stream.send, stream.end)
    reply.header(EVENTS_AT_HEADER, documentEvents.position(actor.userId))
    connections.enter(actor.userId, stream)
    return reply.send(stream.body)
  })
}
