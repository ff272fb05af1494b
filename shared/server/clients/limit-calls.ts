import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '../network-address.ts'
import { createCounts } from '../queue/counts.ts'
import type { ClientFault, ClientLimits } from './client-limits.ts'

export interface CallLimits {
  readonly isStream: (request: FastifyRequest) => boolean
  /** Of an account; by default only addresses are limited. */
  readonly account?: { readonly most: number; readonly keyOf: (request: FastifyRequest) => string | undefined }
  /** Answers 429, or throws. */
  readonly refuse: (request: FastifyRequest, reply: FastifyReply) => unknown
}

/** Counts a call from its headers to the end of its answer. */
export const limitCalls = (
  app: FastifyInstance,
  limits: Pick<ClientLimits, 'calls' | 'streams'>,
  { isStream, account, refuse, onFault }: CallLimits & { readonly onFault: (fault: ClientFault) => void },
): void => {
  const counts = createCounts()
  const isFull = (key: string | undefined, most = 0): boolean => key !== undefined && counts.of(key) >= most
  const countUntilClosed = (key: string | undefined, { raw }: FastifyReply): void => {
    if (key === undefined) return
    counts.add(key)
    raw.once('close', () => counts.take(key))
  }
  app.addHook('onRequest', async (request, reply) => {
    const kind = isStream(request) ? 'streams' : 'calls'
    const address = `${kind} ${addressKey(request.ip)}`
    const bearer = kind === 'calls' ? account?.keyOf(request) : undefined
    const isAddressFull = isFull(address, limits[kind])
    if (isAddressFull || isFull(bearer, account?.most)) {
      onFault(isAddressFull ? kind : 'account')
      return refuse(request, reply)
    }
    for (const key of [address, bearer]) countUntilClosed(key, reply)
    return undefined
  })
}
