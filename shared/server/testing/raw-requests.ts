import { connect, type Socket } from 'node:net'

const open = (port: number): { readonly socket: Socket; readonly received: () => string } => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  return { socket, received: () => text }
}

/** Resolves when the server closes. */
export const sendBytes = (port: number, ...pieces: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const { socket, received } = open(port)
    socket.on('close', () => resolve(received()))
    socket.on('error', (error) => (received() === '' ? reject(error) : resolve(received())))
    for (const piece of pieces) socket.write(Buffer.from(piece, 'latin1'))
  })

/** Until the server closes. */
export const sendSlowly = (port: number, beginning: string): Promise<string> =>
  new Promise((resolve) => {
    const { socket, received } = open(port)
    socket.write(beginning)
    const timer = setInterval(() => socket.write('a'), 10)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(received())
    })
  })

/** @returns for example `HTTP/1.1 400`, for each response */
export const statusLines = (received: string): string[] => received.match(/HTTP\/1\.1 \d{3}/g) ?? []

/**
 * Two servers could split these differently (request smuggling).
 * @param head of a POST, without a length
 * @param hidden second request
 */
export const ambiguousRequests = (head: string, hidden: string): (readonly [name: string, bytes: string])[] => [
  ['a length and chunks', `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['two lengths', `${head}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['two lengths that agree', `${head}Content-Length: 0\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ['a length with a sign', `${head}Content-Length: +0\r\n\r\n${hidden}`],
  ['a folded length', `${head}Content-Length:\r\n 0\r\n\r\n${hidden}`],
  ['an unknown encoding', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['an encoding after a space', `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a folded encoding', `${head}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a folded header', `${head}X-A: b\r\n Content-Length: 4\r\n\r\n${hidden}`],
  ['an invalid chunk length', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n${hidden}`],
  ['lines that end with CR', `${head.replaceAll('\r\n', '\r')}\r\r${hidden}`],
  ['a NUL in a header', `${head}X-A: b\0c\r\n\r\n${hidden}`],
]
