import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { releasesFolder, replaceFile } from '../registry/registry-file.ts'
import { merge, type Tally, TallySchema } from './tally.ts'

/** By `<remote>/<release>`. */
const HealthSchema = v.record(v.string(), TallySchema)
export type Health = v.InferOutput<typeof HealthSchema>

const fileOf = (dataDir: string): string => join(releasesFolder(dataDir), 'health.json')

/** Empty if missing or damaged: counting starts again. */
export const readHealth = async (dataDir: string): Promise<Health> => {
  try {
    return v.parse(HealthSchema, JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
  } catch {
    return {}
  }
}

/** Needs the registry's lock. */
export const writeHealth = (dataDir: string, health: Health): Promise<void> =>
  replaceFile(fileOf(dataDir), JSON.stringify(health))

export const mergeHealth = (a: Health, b: Health): Health => {
  const merged = { ...a }
  for (const [key, tally] of Object.entries<Tally>(b)) merged[key] = merge(merged[key] ?? {}, tally)
  return merged
}
