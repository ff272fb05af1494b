import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorMessages } from '../../src/contract/errors/errors.ts'
import type { ErrorBody } from '../../src/contract/index.ts'
import { errorCode } from '../error-code.ts'

const TOO_SLOW: ErrorBody = {
  code: 'UNAVAILABLE',
  message: 'La conexión se cortó porque los datos tardaron demasiado en llegar. Revisa tu red e intenta de nuevo.',
}

/** Seconds. */
const RETRY_AFTER = 2

const answers: Readonly<Record<string, readonly [status: number, body: ErrorBody]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, TOO_SLOW],
  HPE_HEADER_OVERFLOW: [431, { code: 'PAYLOAD_TOO_LARGE', message: errorMessages.PAYLOAD_TOO_LARGE }],
}

const UNREADABLE = [400, { code: 'VALIDATION', message: errorMessages.VALIDATION }] as const

/**
 * Answers what never became a request, or stopped within one, and closes. A connection that was never used gets no
 * answer: proxies and browsers keep such ones, and would take it for the answer to their next call.
 */
export const answerClientError = (error: Error, socket: Socket): void => {
  if (errorCode(error) === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const [status, body] = answers[errorCode(error)] ?? UNREADABLE
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    ...(status === 408 ? [`Retry-After: ${RETRY_AFTER}`] : []),
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
  // Without a wait: the client may never read it.
  socket.destroy()
}

/** As Node reports a request that does not end. */
export const requestTimeout = (): Error => Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
