/** @jest-environment node */
import fc from 'fast-check'
import { addressKey, networkKey } from './network-address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1', 'fe80:0:0:0::/64'],
])('the address %s has the key %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test.each([
  ['192.0.2.1', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.0/24'],
  ['::FFFF:c000:0201', '192.0.2.0/24'],
  ['0:0:0:0:0:ffff:c000:201', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8:0001:ffff::9', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
])('the address %s belongs to the network %s', (address, key) => {
  expect(networkKey(address)).toBe(key)
})

test('the key of an IPv6 address does not depend on upper or lower case', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(addressKey(address)).toBe(addressKey(address.toUpperCase()))
    }),
  )
})
