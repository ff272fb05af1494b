import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { Lane } from './lane.ts'

export interface LinkSpeed {
  /** In each direction, shared by all connections. */
  readonly megabitsPerSecond: number
  readonly roundTripMs: number
}

export interface SlowLink {
  readonly port: number
  /** Bytes that all clients got so far. */
  delivered(): number
  close(): Promise<void>
}

/**
 * Throttles TCP connections to a local port. Unlike
 * DevTools emulation it affects workers too. A new
 * connection waits one round trip, like a handshake.
 */
export const openSlowLink = async (target: number, speed: LinkSpeed): Promise<SlowLink> => {
  const bytesPerMs = (speed.megabitsPerSecond * 1e6) / 8 / 1000
  const lane = () => new Lane({ bytesPerMs, delayMs: speed.roundTripMs / 2 })
  const [up, down] = [lane(), lane()]
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
    return socket
  }

  const server = createServer((client) => {
    const site = connect({ port: target, host: 'localhost' })
    for (const [one, other] of [
      [client, site],
      [site, client],
    ] as const) {
      keep(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    down.carry(site, client)
    setTimeout(() => up.carry(client, site), speed.roundTripMs)
  })
  await new Promise<void>((resolve) => server.listen({ port: 0, host: 'localhost' }, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    delivered: () => down.delivered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
