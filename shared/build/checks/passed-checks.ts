import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

/** `dist/checks.json`: the builder's word for one release. */
export const PassedChecksSchema = v.object({
  /** Its name contains the digest of the sources. */
  release: v.string(),
  types: v.literal(true),
  tests: v.literal(true),
  at: v.pipe(v.string(), v.isoTimestamp()),
})
/** Says that tests and checks passed for one release: a new build needs them again. */
export type PassedChecks = v.InferOutput<typeof PassedChecksSchema>

const RECORD = 'checks.json'

/** @returns undefined for another release, or anything else */
export const parsePassedChecks = (value: unknown, release: string): PassedChecks | undefined => {
  const record = v.safeParse(PassedChecksSchema, value)
  return record.success && record.output.release === release ? record.output : undefined
}

export const readPassedChecks = (root: string, release: string): PassedChecks | undefined => {
  try {
    return parsePassedChecks(JSON.parse(readFileSync(join(root, 'dist', RECORD), 'utf8')), release)
  } catch {
    return undefined
  }
}

export const writePassedChecks = async (root: string, record: PassedChecks): Promise<void> => {
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(join(root, 'dist', RECORD), `${JSON.stringify(record, undefined, 2)}\n`)
}
