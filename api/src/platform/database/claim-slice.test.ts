import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'
import { MINUTE_MS } from '../clock.ts'
import { CLAIM_SLICES, holdSlice } from './claim-slice.ts'

afterEach(closeTestServers)

const openHolders = async () => {
  const { services } = await openTestServer()
  let now = 1000
  return {
    hold: () => holdSlice(services.db, CLAIM_SLICES.renewal, () => now),
    pass: (milliseconds: number): void => {
      now += milliseconds
    },
  }
}

test('only one of two processes holds the work, and its end frees it at once', async () => {
  const { hold } = await openHolders()
  const both = await Promise.all([hold(), hold()])
  expect(both.filter((held) => held === undefined)).toHaveLength(1)
  await both.find((held) => held !== undefined)?.end()
  expect(await hold()).toBeDefined()
})

test('work that keeps its claim stays held; a dead process holds it for ten minutes', async () => {
  const { hold, pass } = await openHolders()
  const first = await hold()
  pass(9 * MINUTE_MS)
  expect(await first?.keep()).toBe(true)
  pass(9 * MINUTE_MS)
  expect(await hold()).toBeUndefined()
  pass(MINUTE_MS)
  expect(await hold()).toBeDefined()
})

test('a process that was too slow learns that another took the work over, and does not end its claim', async () => {
  const { hold, pass } = await openHolders()
  const slow = await hold()
  pass(11 * MINUTE_MS)
  const other = await hold()
  expect(await slow?.keep()).toBe(false)
  await slow?.end()
  expect(await hold()).toBeUndefined()
  expect(await other?.keep()).toBe(true)
})
