import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** `dist/build.json`: which release lies in `dist/<release>/`, and what the registry has to know about it. */
const Integrity = v.nullable(v.pipe(v.string(), v.startsWith('sha384-')))

const BuildRecordSchema = v.object({
  name: v.string(),
  release: v.string(),
  /** Semver range of `shared` that it was built against. */
  shared: v.string(),
  /** Subresource integrity of `mf-manifest.json`; null for the shell, which has none. */
  integrity: Integrity,
  /** That of `integrity.json`, which holds that of every file; null for the shell. */
  files: Integrity,
})
export type BuildRecord = v.InferOutput<typeof BuildRecordSchema>

/** @returns undefined when the package in `root` was never built, or its record is broken */
export const readBuildRecord = (root: string): BuildRecord | undefined => {
  try {
    return v.parse(BuildRecordSchema, JSON.parse(readFileSync(join(root, 'dist', 'build.json'), 'utf8')))
  } catch {
    return undefined
  }
}

/** Folder of the built files. */
export const buildFolder = (root: string, release: string): string => join(root, 'dist', release)
