import { createTrustedAddresses } from './trusted-addresses.ts'

test.each([
  ['loopback', '127.0.0.2', true],
  ['loopback', '::1', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '10.0.0.1', false],
  ['10.0.0.5', '10.0.0.5', true],
  ['10.0.0.5', '10.0.0.6', false],
  ['10.0.0.5, 10.1.0.0/16', '10.1.200.3', true],
  ['10.1.0.0/255.255.0.0', '10.1.200.3', true],
  ['10.1.0.0/255.255.0.0', '10.2.0.1', false],
  ['2001:db8::/32', '2001:db8:1::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['uniquelocal,linklocal', '192.168.1.1', true],
  ['uniquelocal', 'fd00::1', true],
  ['loopback', '', false],
])('with TRUSTED_PROXIES=%s, trust in %s is %s', (networks, address, expected) => {
  expect(createTrustedAddresses(networks)(address)).toBe(expected)
})
