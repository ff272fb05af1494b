import fc from 'fast-check'
import { createTestClock } from '../../../test/support/test-server.ts'
import { HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import { createRecipientDomains } from './recipient-domains.ts'

const open = () => {
  const clock = createTestClock()
  return { clock, domains: createRecipientDomains({ clock: clock.now, random: () => 0, connections: 4 }) }
}

test('the pause of a deferring domain doubles up to half an hour, and resets when it accepts a mail', () => {
  const { clock, domains } = open()
  const pauses: number[] = []
  for (let failures = 0; failures < 11; failures += 1) {
    domains.deferred('ana@example.com')
    const start = clock.now()
    while (domains.paused().length > 0) clock.advance(5 * SECOND_MS)
    pauses.push((clock.now() - start) / SECOND_MS)
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1800, 1800])
  domains.answered('luis@EXAMPLE.com')
  domains.deferred('ana@example.com')
  clock.advance(5 * SECOND_MS)
  expect(domains.paused()).toEqual([])
})

test('simultaneous deferrals of a domain count as one failure', () => {
  const { clock, domains } = open()
  for (let n = 0; n < 5; n += 1) domains.deferred(`p${n}@example.com`)
  clock.advance(5 * SECOND_MS)
  expect(domains.paused()).toEqual([])
})

test('a domain is occupied by one mail while deferring, or by slow mails on all but one connection', () => {
  const { clock, domains } = open()
  const mails = ['ana@Example.com', 'luis@example.com', 'eva@example.com']
  const underWay = mails.map((address) => ({ address, since: clock.now() }))
  expect(domains.occupied(underWay)).toEqual([])
  clock.advance(5 * SECOND_MS)
  expect(domains.occupied(underWay.slice(1))).toEqual([])
  expect(domains.occupied(underWay)).toEqual(['example.com'])
  domains.deferred('luis@otro.example')
  clock.advance(HOUR_MS)
  expect(domains.occupied([{ address: 'luis@otro.example', since: clock.now() }])).toEqual(['otro.example'])
  expect(domains.occupied([])).toEqual([])
})

test('the number of remembered domains is limited, whatever the recipient addresses are', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 50 }), (names) => {
      const { domains } = open()
      for (let n = 0; n < 600; n += 1) domains.deferred(`a@${n}.example`)
      for (const name of names) domains.deferred(name)
      expect(domains.paused().length).toBeLessThanOrEqual(500)
    }),
    { numRuns: 20 },
  )
})
