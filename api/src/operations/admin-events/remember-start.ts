import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from 'shared/server'
import * as v from 'valibot'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { certificateNames, type WatchedCertificates } from '../../platform/monitoring/watched-certificates.ts'

const Hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))

/** Settings are hashed with a secret. */
const Remembered = v.object({
  settings: v.record(v.string(), Hash),
  certificates: v.record(v.string(), v.array(Hash)),
})
type Remembered = v.InferOutput<typeof Remembered>

/** Exists after the first complete start. */
export const lastStartOf = (dataDir: string): string => join(dataDir, 'last-start.json')
const FILE_MODE = 0o600

export interface StartOptions {
  /** Per process: their settings differ. */
  readonly dataDir: string
  /** Prevents guessing values from the hashes. */
  readonly secret: Uint8Array
  readonly settings: Readonly<Record<string, string>>
  readonly certificates: readonly WatchedCertificates[]
  readonly adminLog: AdminLog
}

/** undefined if missing or unreadable. */
const recall = async (path: string): Promise<Remembered | undefined> => {
  try {
    return v.parse(Remembered, JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

const describeStart = ({ settings, certificates, secret }: StartOptions): Remembered => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'trazo last start', 32))
  const hash = (name: string, value: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([name, value]))
      .digest('hex')
  return {
    settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, hash(name, value)])),
    certificates: Object.fromEntries(certificates.map(({ name, fingerprints }) => [name, [...fingerprints]])),
  }
}

const reportSettings = (before: Remembered, now: Remembered, adminLog: AdminLog): void => {
  const known = Object.keys(before.settings)
  const present = Object.keys(now.settings)
  const added = present.filter((name) => !known.includes(name))
  const removed = known.filter((name) => !present.includes(name))
  const changed = present.filter((name) => known.includes(name) && before.settings[name] !== now.settings[name])
  if (added.length + removed.length + changed.length > 0)
    adminLog.record({ event: 'configuration-changed', added, removed, changed })
}

const reportCertificates = (before: Remembered, now: readonly WatchedCertificates[], adminLog: AdminLog): void => {
  const gone = Object.keys(before.certificates).filter((known) => !now.some(({ name }) => name === known))
  for (const { name, fingerprints } of now)
    if (fingerprints.join() !== before.certificates[name]?.join())
      adminLog.record({ event: 'certificate-changed', certificate: name, fingerprints: [...fingerprints] })
  for (const name of certificateNames)
    if (gone.includes(name)) adminLog.record({ event: 'certificate-changed', certificate: name, fingerprints: [] })
}

export const rememberStart = async (options: StartOptions): Promise<void> => {
  const { dataDir, certificates, adminLog } = options
  const path = lastStartOf(dataDir)
  const before = await recall(path)
  const now = describeStart(options)
  if (before !== undefined) {
    reportSettings(before, now, adminLog)
    reportCertificates(before, certificates, adminLog)
  }
  const text = `${JSON.stringify(now, null, 2)}\n`
  await writeDurably(path, join(dataDir, `.${randomUUID()}`), Buffer.from(text), FILE_MODE)
}
