import type { FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyReply } from 'fastify'
import { addressKey, createFairSemaphore, type QueueTurn, REQUEST_TIMEOUTS, UPLOAD_WAITS } from 'shared/server'
import { refuseCall, refuseForNow } from './refuse.ts'

/** Connections to the API, and how many of them one address may have. */
interface PlacesOfKind {
  readonly most: number
  readonly ofAddress: number
}

export interface ForwardingPlaces {
  /** Bodies of at most 64 kB. */
  readonly calls: PlacesOfKind
  readonly uploads: PlacesOfKind
  /** Milliseconds for a place, then 503: pages repeat reads. */
  readonly wait: number
  /**
   * Milliseconds that a connection is kept without a call. Shorter than the API's patience for headers: a call whose
   * client left while it connected leaves a connection that was never used, and the API closes it, perhaps under the
   * next call.
   */
  readonly idle: number
}

/** Reasons: docs/decisions/0067-slow-clients.md. */
export const FORWARDING_PLACES: ForwardingPlaces = {
  calls: { most: 512, ofAddress: 64 },
  uploads: { most: 256, ofAddress: 32 },
  wait: 5000,
  idle: REQUEST_TIMEOUTS.headers / 2,
}

/** undici counts from the first byte of a body that arrives slowly. */
const UPLOAD_TIMEOUT = REQUEST_TIMEOUTS.request + UPLOAD_WAITS.site

type Forward = NonNullable<FastifyHttpProxyOptions['handler']>
type Forwarded = Parameters<Forward>
interface Forwarding {
  readonly request: Forwarded[0]
  readonly reply: Forwarded[1]
  readonly dest: Forwarded[2]
  readonly options: Forwarded[3]
}

/** Answers in time even if the API does not; it stops first. */
const answerLate = ({ request, reply }: Forwarding): void => {
  request.raw.once('end', () => {
    const timer = setTimeout(() => {
      if (!reply.sent) refuseForNow(reply, 'UNAVAILABLE', 504)
    }, UPLOAD_WAITS.site)
    reply.raw.once('close', () => clearTimeout(timer))
  })
}

/** Until the connection to the API is free again, whatever the client does. */
const send = ({ request, reply, dest, options }: Forwarding, isUpload: boolean): Promise<void> =>
  new Promise((free) => {
    reply.from(dest, {
      ...options,
      ...(isUpload && { timeout: UPLOAD_TIMEOUT }),
      rewriteHeaders: (headers, incoming) => {
        // No callback follows if the client has left.
        if (request.raw.aborted) free()
        return options.rewriteHeaders?.(headers, incoming) ?? headers
      },
      onResponse: (_request, answer, { stream }) => {
        stream.once('close', free)
        if (reply.sent) stream.destroy()
        else answer.send(stream)
      },
      onError: (answer, error) => {
        free()
        options.onError?.(answer, error)
      },
    })
  })

const signalOf = (reply: FastifyReply, wait: number): AbortSignal => {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return AbortSignal.any([gone.signal, AbortSignal.timeout(wait)])
}

/** Calls of an address that has all its places wait, without a connection. */
export const createForwarding = ({ calls, uploads, wait }: ForwardingPlaces): Forward => {
  const forCalls = createFairSemaphore(calls.most, Number.POSITIVE_INFINITY, calls.ofAddress)
  const forUploads = createFairSemaphore(uploads.most, Number.POSITIVE_INFINITY, uploads.ofAddress)
  return (request, reply, dest, options) => {
    const forwarding = { request, reply, dest, options }
    const isUpload = request.body !== undefined && !request.raw.complete
    const signal = signalOf(reply, wait)
    const turn: QueueTurn = { account: addressKey(request.ip), signal }
    if (isUpload) answerLate(forwarding)
    const sent = (isUpload ? forUploads : forCalls).run(turn, () => send(forwarding, isUpload))
    sent.catch((error: unknown) => {
      if (reply.sent || reply.raw.destroyed) return
      if (signal.aborted) refuseCall(request, reply, 'UNAVAILABLE')
      else reply.send(error)
    })
    return reply
  }
}
