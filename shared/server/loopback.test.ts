/** @jest-environment node */
import { isLoopback } from './loopback.ts'

test.each([
  ['http://localhost:3000', true],
  ['http://trazo.localhost', true],
  ['http://127.0.0.1:3000', true],
  ['http://127.8.9.10', true],
  ['http://[::1]:3000', true],
  ['https://firmas.example', false],
  ['http://192.168.1.20:3000', false],
  ['http://localhost.evil.example', false],
  ['http://127.evil.example', false],
])('%s is loopback: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})
