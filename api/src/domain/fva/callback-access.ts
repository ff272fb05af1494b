import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { isSameSecret } from 'shared/server'
import type { CallbackAccess } from './fva-service.ts'

/** Node shows IPv4 clients of an IPv6 socket with this prefix (RFC 4291, 2.5.5.2). */
const plain = (address: string): string => address.replace(/^::ffff:/, '')

const certificateNameOf = (socket: TLSSocket): string | undefined => {
  const { subject } = socket.getPeerCertificate()
  return typeof subject?.CN === 'string' ? subject.CN : undefined
}

/** Whether BCCR sent the request: its certificate, or a trusted proxy's word. */
export const isFromFva = (
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  access: CallbackAccess,
): boolean => {
  if (access.kind === 'tls')
    return socket instanceof TLSSocket && socket.authorized && certificateNameOf(socket) === access.name
  const given = headers[access.header]
  const isProxy = access.proxies.includes(plain(socket.remoteAddress ?? ''))
  return isSameSecret(typeof given === 'string' ? given : '', access.secret) && isProxy
}
