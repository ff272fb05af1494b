import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Adds cross-origin isolation, which
 * `measureUserAgentSpecificMemory` requires.
 */
export const openIsolatingProxy = async (target: number): Promise<{ port: number; close(): Promise<void> }> => {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const onward = request({ host: 'localhost', port: target, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, {
        ...answer.headers,
        'cross-origin-embedder-policy': 'require-corp',
      })
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen({ port: 0, host: 'localhost' }, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
