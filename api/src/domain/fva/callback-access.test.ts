import type { IncomingMessage } from 'node:http'
import { isFromFva } from './callback-access.ts'

const secret = 'a secret of more than thirty-two characters'
const access = { kind: 'proxy', header: 'x-fva', secret, proxies: ['10.0.0.5'] } as const

const request = (remoteAddress: string | undefined, headers: IncomingMessage['headers']) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

describe('callback requests through a proxy', () => {
  test.each([
    ['from its address with the secret', '10.0.0.5', { 'x-fva': secret }, true],
    ['the same as IPv6', '::ffff:10.0.0.5', { 'x-fva': secret }, true],
    ['not from another address', '10.0.0.6', { 'x-fva': secret }, false],
    ['not of another address that says so', '10.0.0.6', { 'x-fva': secret, 'x-forwarded-for': '10.0.0.5' }, false],
    ['not with another secret', '10.0.0.5', { 'x-fva': `${secret}!` }, false],
    ['not without', '10.0.0.5', {}, false],
    ['a repeated header', '10.0.0.5', { 'x-fva': [secret, secret] }, false],
    ['no remote address', undefined, { 'x-fva': secret }, false],
  ] as const)('isFromFva trusts the proxy only with its address and secret: %s', (_, address, headers, isHeard) => {
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value as string]))
    expect(isFromFva(request(address, given), access)).toBe(isHeard)
  })
})

test('without TLS, isFromFva accepts no header in place of a certificate', () => {
  const headers = { 'x-fva': secret, 'x-ssl-client-verify': 'SUCCESS' }
  expect(isFromFva(request('127.0.0.1', headers), { kind: 'tls', name: 'FVA' })).toBe(false)
})
