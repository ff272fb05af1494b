import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  readonly url: string
  /** Refuses new connections, too. */
  cut(): Promise<void>
  /** Accepts connections but forwards nothing. */
  hang(): void
  restore(): Promise<void>
  close(): Promise<void>
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'postgres:': 5432, 'http:': 80 }

/** @param target only host and port matter */
export const openTcpProxy = async (target: string): Promise<TcpProxy> => {
  const url = new URL(target)
  const upstream = { host: url.hostname, port: Number(url.port) || (DEFAULT_PORTS[url.protocol] ?? 0) }
  const sockets = new Set<Socket>()
  let hangs = false
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    keep(near)
    if (hangs) return
    const far = createConnection(upstream)
    keep(far)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const port = await listen(0)
  const cut = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href.replace(/\/$/, ''),
    cut,
    hang: () => {
      hangs = true
      for (const socket of sockets) socket.destroy()
    },
    restore: async () => {
      hangs = false
      if (!server.listening) await listen(port)
    },
    close: async () => {
      if (server.listening) await cut()
    },
  }
}
