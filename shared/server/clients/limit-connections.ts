import type { Socket } from 'node:net'
import { addressKey } from '../network-address.ts'
import { createCounts } from '../queue/counts.ts'
import { createTrustedAddresses } from './trusted-addresses.ts'

/**
 * Counts connections from before their first byte. A trusted proxy has as
 * many as its clients need.
 * @param most of one address
 * @param onFault called for each refused connection
 */
export const limitConnections = (
  most: number,
  trustedProxies: string,
  onFault: () => void,
): ((socket: Socket) => void) => {
  const isTrusted = createTrustedAddresses(trustedProxies)
  const counts = createCounts()
  return (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return
    const key = addressKey(remoteAddress)
    if (counts.of(key) >= most) {
      onFault()
      socket.resetAndDestroy()
      return
    }
    counts.add(key)
    socket.once('close', () => counts.take(key))
  }
}
