import { Readable } from 'node:stream'
import { EVENTS_AT_HEADER, fileEventsCall } from 'shared/contract'
import { createConnectionRegistry } from '../../platform/events/connection-registry.ts'
import { openEventStream } from '../../platform/events/event-stream.ts'
import { type Api, bySession, rawRoute } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { isSessionOpen } from '../accounts/users/sessions.ts'

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  // Turns off response buffering in nginx.
  'x-accel-buffering': 'no',
  // A stopping server must not wait for kept-alive connections.
  connection: 'close',
}

type LiveServices = Pick<Services, 'db' | 'clock' | 'every' | 'live'>

/**
 * One stream for each open page; a session that ends closes its streams. `EVENTS_AT_HEADER` lets a page that
 * reconnects see whether it missed an event.
 */
export const eventRoutes = (api: Api, { db, clock, every, live }: LiveServices): void => {
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
    const unsubscribe = live.subscribe(actor.userId, stream.send, stream.end)
    reply.header(EVENTS_AT_HEADER, live.position(actor.userId))
    connections.enter(actor.userId, stream)
    return reply.send(stream.body)
  })
}
