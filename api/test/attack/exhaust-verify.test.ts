import { setImmediate } from 'node:timers/promises'
import { buildPdf } from 'pdf/testing/node'
import { profileCall } from 'shared/contract'
import { verifyFileCall } from 'shared/contract/verify'
import { scaled } from 'shared/testing/limits'
import { multipart, registerPerson } from '../support/people.ts'
import { closeTestServers, openTestServer, pathOf, type TestServer } from '../support/test-server.ts'

// Each file is read in a worker with an 8 s limit.
jest.setTimeout(scaled(180_000))

const MEGABYTE = 1024 * 1024
/** As `limits.verifyByAddress`. */
const ALLOWED = 30
const ATTACKER = '198.51.100.9'
const NEIGHBOUR = '203.0.113.5'

let server: TestServer
let owner: string

beforeAll(async () => {
  server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '1' } })
  owner = (await registerPerson(server, 'olga')).access_token
})
afterAll(closeTestServers)

const formOf = (bytes: Uint8Array) => multipart([['file', { bytes, filename: 'Contrato.pdf' }]])

const verify = async (form: Awaited<ReturnType<typeof formOf>>, remoteAddress: string) => {
  const answer = await server.app.inject({ method: 'POST', url: pathOf(verifyFileCall), remoteAddress, ...form })
  return { status: answer.statusCode, body: answer.json() }
}

const filled = (unit: string, length: number): Uint8Array =>
  Buffer.from(`%PDF-1.7\n${unit.repeat(Math.ceil(length / unit.length))}`).subarray(0, length)

const readProfile = async (): Promise<number> => {
  const headers = { authorization: `Bearer ${owner}` }
  return (await server.app.inject({ url: profileCall.path, headers, remoteAddress: NEIGHBOUR })).statusCode
}

test('forty large files at once from one address: the others are answered meanwhile, and memory stays bounded', async () => {
  const form = await formOf(filled('1 0 obj\n', MEGABYTE))
  const stored = await server.stored()
  const before = process.memoryUsage().rss
  let open = 40
  const attack = Array.from({ length: open }, () => verify(form, ATTACKER).finally(() => (open -= 1)))
  const own = verify(await formOf(buildPdf({ xref: 'table' })), NEIGHBOUR)
  let answered = 0
  while (open > 0) {
    expect(await readProfile()).toBe(200)
    answered += 1
    // Calls without I/O would otherwise leave no turn to the others.
    await setImmediate()
  }
  const statuses = (await Promise.all(attack)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40 - ALLOWED)
  expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([])
  expect(await own).toMatchObject({ status: 200, body: { kind: 'unsigned' } })
  // A call that had to wait behind the files would be answered once or twice.
  expect(answered).toBeGreaterThanOrEqual(5)
  expect(process.memoryUsage().rss - before).toBeLessThan(512 * MEGABYTE)
  expect(await server.stored()).toEqual(stored)
})
