import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { FetchLimited, LimitedRequest } from '../../platform/fetch-limited.ts'

/** Special-purpose networks (RFC 6890). */
const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, prefix, 'ipv4')

/** Global unicast, except ranges that embed IPv4. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
const closed6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  closed6.addSubnet(network, prefix, 'ipv6')

export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

const refused = (host: string): Error => new Error(`${host} is not a public address`)

/** Connects to the checked address, against DNS rebinding. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '')
    const [first] = addresses
    if (first === undefined || addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(refused(hostname), '')
    if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

const readLimited = async (response: IncomingMessage, maxBytes: number): Promise<Uint8Array> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > maxBytes) {
      response.destroy()
      throw new Error(`the answer is longer than ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const open = (url: URL, { body, accept, timeLimit }: LimitedRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const options: RequestOptions = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept, ...(body === undefined ? {} : { 'content-type': body.contentType }) },
      lookup: lookupPublic,
      signal: AbortSignal.timeout(timeLimit),
      agent: false,
    }
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    send(url, options, resolve).on('error', reject).end(body?.bytes)
  })

/**
 * For URLs from untrusted files: public
 * addresses, usual ports, no redirects.
 */
export const createFetchPublic =
  (mostBytes: number): FetchLimited =>
  async (asked) => {
    const url = new URL(asked.url)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (url.port !== '' || (isIP(host) !== 0 && !isPublicAddress(host))) throw refused(url.host)
    const response = await open(url, asked)
    if (response.statusCode === 200) return readLimited(response, Math.min(asked.maxBytes, mostBytes))
    response.destroy()
    throw new Error(`the answer has status ${response.statusCode}`)
  }
