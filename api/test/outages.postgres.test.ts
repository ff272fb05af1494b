import type { AdminEventName } from '../src/platform/monitoring/admin-events.ts'
import { openChildHome } from './support/child-home.ts'
import type { ChildServer } from './support/child-server.ts'
import { untilTrue } from './support/eventually.ts'
import { openTcpProxy } from './support/tcp-proxy.ts'

const loggedEvent = async (server: ChildServer, event: AdminEventName, service: string) => {
  const line = await server.logged(new RegExp(`"audit":true.*"event":"${event}","service":"${service}"`))
  const parsed: unknown = JSON.parse(line)
  return parsed
}

const readiness = async (server: ChildServer): Promise<number> => (await fetch(`${server.address}/readyz`)).status

test('each outage of database and storage and each recovery is logged once', async () => {
  const home = await openChildHome('outages')
  const database = await openTcpProxy(home.variables.DATABASE_URL ?? '')
  const storage = await openTcpProxy(home.variables.S3_ENDPOINT ?? '')
  const server = await home.start({ DATABASE_URL: database.url, S3_ENDPOINT: storage.url })
  expect(await readiness(server)).toBe(200)

  const outage = loggedEvent(server, 'service-away', 'database')
  await database.cut()
  expect(await outage).toMatchObject({ level: 50, reason: 'CONNECTION_LOST' })
  const back = loggedEvent(server, 'service-back', 'database')
  await database.restore()
  expect(await back).toMatchObject({ level: 30, seconds: expect.any(Number) })

  const storageAway = loggedEvent(server, 'service-away', 'storage')
  await storage.cut()
  await untilTrue('the server says that it is not ready', async () => (await readiness(server)) !== 200)
  expect(await storageAway).toMatchObject({ level: 50, reason: 'ECONNREFUSED' })
  const storageBack = loggedEvent(server, 'service-back', 'storage')
  await storage.restore()
  await storageBack

  const events = server.log.filter((line) => line.includes('"event":"service-'))
  expect(events).toHaveLength(4)
  await home.remove()
  await database.close()
  await storage.close()
})
