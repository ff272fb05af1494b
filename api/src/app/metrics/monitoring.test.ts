import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const TOKEN = '0123456789abcdef'
const folder = join(__dirname, '../../../../deploy/monitoring')

/** Prometheus defines `up`; the site has `trazo_remote_…`. */
const namesIn = (file: string): string[] => [
  ...new Set(readFileSync(join(folder, file), 'utf8').match(/\b(?:trazo(?!_remote)|nodejs|process)_[a-z0-9_]+/g)),
]

const exported = async (): Promise<string[]> => {
  const { app } = await openTestServer({ variables: { METRICS_TOKEN: TOKEN } })
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  return [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
  )
}

test.each([
  ['alerts.yaml', 10],
  ['dashboard.json', 12],
])('the server exports every metric that %s uses', async (file, atLeast) => {
  const names = namesIn(file)
  expect(names.length).toBeGreaterThanOrEqual(atLeast)
  const known = await exported()
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})
