import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** `dist/build.json` */
const Integrity = v.nullable(v.pipe(v.string(), v.startsWith('sha384-')))

const BuildRecordSchema = v.object({
  name: v.string(),
  release: v.string(),
  /** Semver range at build time. */
  shared: v.string(),
  /** Hash of `mf-manifest.json`; null for the shell. */
  integrity: Integrity,
  /** Hash of `integrity.json`; null for the shell. */
  files: Integrity,
})
/** Contents of `dist/build.json`: the newest complete build. */
export type BuildRecord = v.InferOutput<typeof BuildRecordSchema>

/** @returns undefined if there is no valid record in `root` */
export const readBuildRecord = (root: string): BuildRecord | undefined => {
  try {
    return v.parse(BuildRecordSchema, JSON.parse(readFileSync(join(root, 'dist', 'build.json'), 'utf8')))
  } catch {
    return undefined
  }
}

/** A folder for each release: several builds stay side by side. */
export const buildFolder = (root: string, release: string): string => join(root, 'dist', release)
