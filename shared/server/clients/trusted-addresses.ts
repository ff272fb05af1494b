import { BlockList, isIP } from 'node:net'

/** As Fastify's `trustProxy` names them. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const ones = (mask: string): number =>
  mask.split('.').reduce((bits, part) => bits + Number(part).toString(2).replaceAll('0', '').length, 0)

/**
 * Whether a connection comes from a trusted proxy, which stands for many
 * clients.
 * @param networks value of TRUSTED_PROXIES, already checked
 */
export const createTrustedAddresses = (networks: string): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const network of networks.split(',').flatMap((text) => NAMED[text.trim()] ?? [text.trim()])) {
    const [address = '', size] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (size === undefined) list.addAddress(address, family)
    else list.addSubnet(address, isIP(size) === 0 ? Number(size) : ones(size), family)
  }
  // An IPv4-mapped address matches the rules for IPv4.
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
