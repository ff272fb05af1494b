import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { FetchLimited, LimitedRequest } from '../../platform/fetch-limited.ts'
import { isPublicAddress } from '../../platform/network/public-address.ts'

const privateAddressError = (host: string): Error => new Error(`${host} is not a public address`)

/** Connects to the checked address, against DNS rebinding. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '')
    const [first] = addresses
    if (first === undefined || addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(privateAddressError(hostname), '')
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

const openRequest = (url: URL, { body, accept, timeLimit }: LimitedRequest): Promise<IncomingMessage> =>
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
    if (url.port !== '' || (isIP(host) !== 0 && !isPublicAddress(host))) throw privateAddressError(url.host)
    const response = await openRequest(url, asked)
    if (response.statusCode === 200) return readLimited(response, Math.min(asked.maxBytes, mostBytes))
    response.destroy()
    throw new Error(`the answer has status ${response.statusCode}`)
  }
