import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { releasesFolder, replaceFile } from '../registry/registry-file.ts'
import { type LoadTally, mergeTallies, TallySchema } from './tally.ts'

/** By `<remote>/<release>`. */
const HealthSchema = v.record(v.string(), TallySchema)
export type ReleaseHealth = v.InferOutput<typeof HealthSchema>

const fileOf = (dataDir: string): string => join(releasesFolder(dataDir), 'health.json')

/** Empty if missing or damaged: counting starts again. */
export const readHealth = async (dataDir: string): Promise<ReleaseHealth> => {
  try {
    return v.parse(HealthSchema, JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
  } catch {
    return {}
  }
}

/** Needs the registry's lock. */
export const writeHealth = (dataDir: string, health: ReleaseHealth): Promise<void> =>
  replaceFile(fileOf(dataDir), JSON.stringify(health))

export const mergeHealth = (a: ReleaseHealth, b: ReleaseHealth): ReleaseHealth => {
  const merged = { ...a }
  for (const [key, tally] of Object.entries<LoadTally>(b)) merged[key] = mergeTallies(merged[key] ?? {}, tally)
  return merged
}
