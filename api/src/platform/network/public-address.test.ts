import fc from 'fast-check'
import { isPublicAddress } from './public-address.ts'

test.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['168.63.129.16', false],
  ['100.64.0.1', false],
  ['100.100.100.200', false],
  ['192.0.0.192', false],
  ['192.88.99.1', false],
  ['198.19.255.255', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::127.0.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::7f00:1', false],
  ['100::1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fec0::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['ff02::1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['3fff::1', false],
  ['5f00::1', false],
  ['localhost', false],
  ['2130706433', false],
  ['0177.0.0.1', false],
  ['', false],
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['196.40.0.1', true],
  ['2606:4700::1111', true],
  ['2800:200::1', true],
])('isPublicAddress decides whether %s is public: %p', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

test('an IPv4 address inside an IPv6 address is never public', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom('::', '::ffff:', '64:ff9b::'), (address, prefix) => {
      expect(isPublicAddress(`${prefix}${address}`)).toBe(false)
    }),
  )
})
