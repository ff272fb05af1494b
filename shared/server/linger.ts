import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

const LINGER_MS = 2000

/**
 * Discards the rest of a body after the response, then closes. An
 * immediate close may lose the response (RFC 9112, section 9.6).
 */
export const lingerAfterAnswer = (request: IncomingMessage, lingerMs = LINGER_MS): void => {
  const { socket } = request
  // Injected requests have no connection.
  if (!(socket instanceof Socket)) return
  // Node calls this after the response.
  socket.destroySoon = () => {
    const close = () => socket.destroy()
    const timer = setTimeout(close, lingerMs)
    socket.once('close', () => clearTimeout(timer))
    request.once('end', close)
    request.resume()
  }
}

const isStillArriving = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

interface Reply {
  header(name: 'connection', value: 'close'): unknown
}

/** For `onSend`: closes if the body is still arriving, as after an early rejection. */
export const closeIfArriving = (request: IncomingMessage, reply: Reply): void => {
  if (!isStillArriving(request)) return
  request.unpipe()
  lingerAfterAnswer(request)
  reply.header('connection', 'close')
}
