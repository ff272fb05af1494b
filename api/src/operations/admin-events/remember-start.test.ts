import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdminEvent } from '../../platform/monitoring/admin-events.ts'
import { lastStartOf, rememberStart, type StartOptions } from './remember-start.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trazo-remember-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const [one, two] = ['1'.repeat(64), '2'.repeat(64)]

const startWith = async (more: Partial<StartOptions>): Promise<AdminEvent[]> => {
  const recorded: AdminEvent[] = []
  const adminLog = { record: (event: AdminEvent) => void recorded.push(event) }
  const secret = Buffer.from('secret')
  await rememberStart({ dataDir, secret, settings: {}, certificates: [], ...more, adminLog })
  return recorded
}

test('the server starts with a damaged record of its last start and writes the record again', async () => {
  await startWith({ settings: { LOG_LEVEL: 'info' } })
  await writeFile(lastStartOf(dataDir), '{')
  expect(await startWith({ settings: { LOG_LEVEL: 'warn' } })).toEqual([])
  expect(await startWith({ settings: { LOG_LEVEL: 'warn', INVITATION_DAYS: '7' } })).toEqual([
    { event: 'configuration-changed', added: ['INVITATION_DAYS'], removed: [], changed: [] },
  ])
})

test('events report new, replaced and removed certificates by their fingerprints', async () => {
  const recordedWith = (...fingerprints: readonly string[]) =>
    startWith({ certificates: fingerprints.length === 0 ? [] : [{ name: 'tsa-authorities', fingerprints, ends: 0 }] })
  const recorded = (...fingerprints: readonly string[]) => [
    { event: 'certificate-changed', certificate: 'tsa-authorities', fingerprints },
  ]
  expect(await recordedWith()).toEqual([])
  expect(await recordedWith(one)).toEqual(recorded(one))
  expect(await recordedWith(one)).toEqual([])
  expect(await recordedWith(one, two)).toEqual(recorded(one, two))
  expect(await recordedWith()).toEqual(recorded())
})
