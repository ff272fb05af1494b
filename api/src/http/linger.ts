import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** Milliseconds that a refused body may still take. */
const LINGER_MS = 2000

/**
 * Reads and discards the rest of a body after its answer, for a while, and closes the connection then. Closed at once,
 * the sender's next write fails, often before the answer is read (RFC 9112, section 9.6).
 */
export const lingerAfterAnswer = (request: IncomingMessage, lingerMs = LINGER_MS): void => {
  const { socket } = request
  // Injected requests have no connection.
  if (!(socket instanceof Socket)) return
  // Node's server calls this once the answer is written.
  socket.destroySoon = () => {
    const close = () => socket.destroy()
    const timer = setTimeout(close, lingerMs)
    socket.once('close', () => clearTimeout(timer))
    request.once('end', close)
    request.resume()
  }
}
