import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { answerClientError, requestTimeout } from './client-error.ts'
import type { ClientFault, ClientLimits } from './client-limits.ts'
import { type ClientPatience, patienceLeft } from './patience.ts'
import { readUnacknowledged } from './unacknowledged-bytes.ts'

/** Of the grace period. On loopback, honest readers pause for half of it. */
const SUSPECT_BELOW = 0.75

interface Flow {
  bytes: number
  /** Milliseconds (`patienceLeft`). */
  left: number
}

interface Client {
  readonly socket: Socket
  readonly received: Flow
  /** Bytes that the kernel took. */
  readonly sent: Flow
  /** Bytes that the client has; undefined until it is suspect. */
  acknowledged?: number
  request?: IncomingMessage
  response?: ServerResponse
}

interface CutOptions {
  /** Read at each check. */
  readonly limits: ClientPatience & Pick<ClientLimits, 'checkInterval'>
  /** False where a proxy of ours judges readers. */
  readonly judgesReader: (request: IncomingMessage) => boolean
  readonly onFault: (fault: ClientFault) => void
}

/** If bytes have arrived unread, the server is the slow one. */
const owesBody = ({ request }: Client): boolean =>
  request !== undefined && !request.complete && !request.destroyed && request.readableLength === 0

const owesReading = ({ socket, request }: Client, { judgesReader }: CutOptions): boolean =>
  socket.writableLength > 0 && (request === undefined || judgesReader(request))

interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' && value !== null && 'bytesWritten' in value && 'writeQueueSize' in value

/** Node itself counts a chunk when it has gone whole. */
const takenByKernel = (socket: Socket): number => {
  const handle: unknown = Reflect.get(socket, '_handle')
  return isHandle(handle) ? handle.bytesWritten - handle.writeQueueSize : 0
}

/** @param waited milliseconds that the server waited for the client, if it did */
const spendPatience = (flow: Flow, total: number, waited: number | undefined, patience: ClientPatience): void => {
  const bytes = total - flow.bytes
  flow.bytes = total
  flow.left = waited === undefined ? patience.grace : patienceLeft(flow.left, { waited, bytes }, patience)
}

/** Reading the kernel's table for each pause would cost more than it saves. */
const isSuspect = ({ sent }: Client, { grace }: ClientPatience): boolean => sent.left < SUSPECT_BELOW * grace

const creditAcknowledged = (client: Client, held: ReadonlyMap<number, number>, patience: ClientPatience): void => {
  const { socket, sent, acknowledged } = client
  const now = sent.bytes - (held.get(socket.remotePort ?? 0) ?? 0)
  client.acknowledged = Math.max(now, acknowledged ?? now)
  const bytes = client.acknowledged - (acknowledged ?? now)
  sent.left = patienceLeft(sent.left, { waited: 0, bytes }, patience)
}

const cut = ({ socket, response }: Client, fault: ClientFault): void => {
  const mayAnswer = fault === 'body' && response?.socket === socket && !response.headersSent
  if (mayAnswer) answerClientError(requestTimeout(), socket)
  // The kernel would keep megabytes for a closed connection.
  else socket.resetAndDestroy()
}

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const createCheck = (server: Server, clients: Map<Socket, Client>, options: CutOptions) => {
  const { limits } = options
  let checkedAt = performance.now()
  const cutIfLate = (client: Client, { left }: Flow, fault: ClientFault): void => {
    if (left > 0 || !clients.delete(client.socket)) return
    options.onFault(fault)
    cut(client, fault)
  }
  const check = (client: Client, elapsed: number): void => {
    const { socket, received, sent } = client
    spendPatience(received, socket.bytesRead, owesBody(client) ? elapsed : undefined, limits)
    spendPatience(sent, takenByKernel(socket), owesReading(client, options) ? elapsed : undefined, limits)
    cutIfLate(client, received, 'body')
    if (!isSuspect(client, limits)) delete client.acknowledged
  }
  return async (): Promise<void> => {
    const now = performance.now()
    // Clients do not pay for a process that stood still.
    const elapsed = Math.min(now - checkedAt, 2 * limits.checkInterval)
    checkedAt = now
    for (const client of clients.values()) check(client, elapsed)
    const suspects = [...clients.values()].filter((client) => isSuspect(client, limits))
    if (suspects.length === 0) return
    const held = await readUnacknowledged(portOf(server))
    for (const client of suspects) {
      creditAcknowledged(client, held, limits)
      cutIfLate(client, client.sent, 'reading')
    }
  }
}

/** Cuts connections whose bodies or answers move too slowly. */
export const cutSlowClients = (server: Server, options: CutOptions): void => {
  const clients = new Map<Socket, Client>()
  server.on('connection', (socket: Socket) => {
    const flow = (): Flow => ({ bytes: 0, left: options.limits.grace })
    clients.set(socket, { socket, received: flow(), sent: flow() })
    socket.once('close', () => clients.delete(socket))
  })
  server.on('request', (request, response) => {
    const client = clients.get(request.socket)
    if (client) Object.assign(client, { request, response })
  })
  const check = createCheck(server, clients, options)
  server.once('listening', () => {
    const timer = setInterval(() => void check(), options.limits.checkInterval).unref()
    server.once('close', () => clearInterval(timer))
  })
}
