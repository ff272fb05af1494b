import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerClientError } from './client-error.ts'
import { type ClientFault, type ClientLimits, clientFaults } from './client-limits.ts'
import { cutSlowClients } from './cut-slow-clients.ts'
import { type CallLimits, limitCalls } from './limit-calls.ts'
import { limitConnections } from './limit-connections.ts'

interface GuardOptions {
  readonly limits: ClientLimits
  /** Value of TRUSTED_PROXIES. */
  readonly trustedProxies: string
  /** True if the site in front judges who reads forwarded answers. */
  readonly isBehindSite: boolean
}

/** Those of Fastify's options that its own servers apply. */
interface ServerSettings {
  readonly http?: ServerOptions
  readonly keepAliveTimeout?: number
  readonly requestTimeout?: number
}

/** Bounds what one client may hold of a server: connections, time and calls. */
export interface ClientGuard {
  /** Creates a server for each address that Fastify listens on; `localhost` has two. */
  readonly serverFactory: (listener: RequestListener, settings: ServerSettings) => Server
  readonly limitCalls: (app: FastifyInstance, callLimits: CallLimits) => void
  /** Counts since the start, for metrics. */
  readonly faults: () => ReadonlyMap<ClientFault, number>
}

export const guardClients = ({ limits, trustedProxies, isBehindSite }: GuardOptions): ClientGuard => {
  const faults = new Map<ClientFault, number>(clientFaults.map((fault) => [fault, 0]))
  const onFault = (fault: ClientFault): void => void faults.set(fault, (faults.get(fault) ?? 0) + 1)
  const onConnection = limitConnections(limits.connections, trustedProxies, () => onFault('connections'))
  const forwarded = new WeakSet<object>()
  return {
    faults: () => faults,
    serverFactory: (listener, { http = {}, keepAliveTimeout, requestTimeout }) => {
      const server = createServer(http, listener)
      server.keepAliveTimeout = keepAliveTimeout ?? server.keepAliveTimeout
      server.requestTimeout = requestTimeout ?? server.requestTimeout
      server.on('connection', onConnection)
      server.on('clientError', answerClientError)
      cutSlowClients(server, { limits, judgesReader: (request) => !forwarded.has(request), onFault })
      return server
    },
    limitCalls: (app, callLimits) => {
      if (isBehindSite)
        app.addHook('onRequest', async ({ ips = [], raw }) => {
          if (ips.length > 1) forwarded.add(raw)
        })
      limitCalls(app, limits, { ...callLimits, onFault })
    },
  }
}
