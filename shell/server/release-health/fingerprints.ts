import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { namedReleases } from '../registry/activate-release.ts'
import { releasesFolder, replaceFile } from '../registry/registry-file.ts'
import type { StoredRegistry } from '../registry/stored-registry.ts'
import type { CountedEvent } from './counted-event.ts'

/** Of one release; rarer ones are dropped. */
export const FINGERPRINTS_MAX = 20

const FingerprintSchema = v.object({ count: v.number(), frames: v.array(v.string()) })
/** Of one release, by hash of the frames. */
const FingerprintsSchema = v.record(v.string(), FingerprintSchema)
type Fingerprints = v.InferOutput<typeof FingerprintsSchema>

const FileSchema = v.record(v.string(), FingerprintsSchema)
/** By `<remote>/<release>`. */
export type KnownFingerprints = v.InferOutput<typeof FileSchema>

const fileOf = (dataDir: string): string => join(releasesFolder(dataDir), 'fingerprints.json')

/** Empty if missing or damaged: counting starts again. */
export const readFingerprints = async (dataDir: string): Promise<KnownFingerprints> => {
  try {
    return v.parse(FileSchema, JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
  } catch {
    return {}
  }
}

const hashOfFrames = (frames: readonly string[]): string =>
  createHash('sha256').update(frames.join('\n')).digest('hex').slice(0, 12)

const withFrames = (known: Fingerprints, frames: readonly string[], count: number): Fingerprints => {
  const id = hashOfFrames(frames)
  return { ...known, [id]: { count: (known[id]?.count ?? 0) + count, frames: [...frames] } }
}

const mostFrequent = (known: Fingerprints): Fingerprints =>
  Object.fromEntries(
    Object.entries(known)
      .sort(([, a], [, b]) => b.count - a.count)
      .slice(0, FINGERPRINTS_MAX),
  )

/** A report may name any file. */
const isInRelease = (dataDir: string, key: string, frames: readonly string[]): boolean =>
  frames.every((frame) => existsSync(join(releasesFolder(dataDir), key, frame.split(':', 1)[0] ?? '')))

export const mergeFingerprints = (a: KnownFingerprints, b: KnownFingerprints): KnownFingerprints => {
  const sum = { ...a }
  for (const [key, added] of Object.entries(b))
    for (const { frames, count } of Object.values(added)) sum[key] = withFrames(sum[key] ?? {}, frames, count)
  return sum
}

export const fingerprintsOf = (
  dataDir: string,
  events: readonly CountedEvent[],
  registry: StoredRegistry,
): KnownFingerprints => {
  const named = new Set(namedReleases(registry))
  let sum: KnownFingerprints = {}
  for (const { event } of events) {
    const key = `${event.remote}/${event.release}`
    if (!('frames' in event) || !event.frames || !named.has(key) || !isInRelease(dataDir, key, event.frames)) continue
    sum = { ...sum, [key]: withFrames(sum[key] ?? {}, event.frames, 1) }
  }
  return sum
}

/** Needs the registry's lock. Releases that the registry no longer names are forgotten. */
export const addFingerprints = async (
  dataDir: string,
  added: KnownFingerprints,
  registry: StoredRegistry,
): Promise<void> => {
  const before = await readFingerprints(dataDir)
  const named = new Set(namedReleases(registry))
  const after = Object.entries(mergeFingerprints(before, added)).flatMap(([key, known]) =>
    named.has(key) ? [[key, mostFrequent(known)] as const] : [],
  )
  if (after.length > 0 || Object.keys(before).length > 0)
    await replaceFile(fileOf(dataDir), JSON.stringify(Object.fromEntries(after)))
}
