import { isIPv4, isIPv6 } from 'node:net'

const groupsOf = (address: string, count: number): string => {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return groups
    .slice(0, count)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}

const MAPPED = /^(?:0:){5}ffff:([\da-f]+):([\da-f]+)$/

/** IPv4-mapped IPv6 may end in either notation. */
const unmapped = (address: string): string => {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (dotted !== undefined) return dotted
  const [, high, low] = (isIPv6(address) && MAPPED.exec(groupsOf(address, 8))) || []
  if (high === undefined || low === undefined) return address
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return bits.flatMap((group) => [group >> 8, group & 255]).join('.')
}

/** An IPv4 address or an IPv6 /64 (one subscriber). */
export const addressKey = (address: string): string => {
  const plain = unmapped(address)
  return isIPv6(plain) ? `${groupsOf(plain, 4)}::/64` : plain
}

/** An IPv4 /24 or an IPv6 /48 (one site). */
export const networkKey = (address: string): string => {
  const plain = unmapped(address)
  if (isIPv6(plain)) return `${groupsOf(plain, 3)}::/48`
  return isIPv4(plain) ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : plain
}
