import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import * as v from 'valibot'

/** Folder of `shared`, in the workspace or in a remote's `node_modules`. */
export const SHARED_PACKAGE = dirname(import.meta.dirname)

/** @param path in `shared`, without extension: JavaScript in the package */
export const moduleFile = (path: string): string => join(SHARED_PACKAGE, `${path}${extname(import.meta.filename)}`)

const PackageSchema = v.object({ name: v.string(), version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+/)) })
export type PackageInfo = v.InferOutput<typeof PackageSchema>

export const readPackage = (folder: string): PackageInfo =>
  v.parse(PackageSchema, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

/** As `folder` resolves it. Further names descend into its dependencies. */
export const libraryFolder = (folder: string, ...path: readonly string[]): string =>
  path.reduce((from, library) => {
    const file = createRequire(join(from, 'package.json')).resolve(`${library}/package.json`)
    return realpathSync(dirname(file))
  }, folder)

/** As `folder` resolves the library. */
export const installedVersion = (folder: string, library: string): string => {
  const file = join(libraryFolder(folder, library), 'package.json')
  return v.parse(PackageSchema, JSON.parse(readFileSync(file, 'utf8'))).version
}

/** From this minor version: `19.3.1` → `^19.3.0`. */
export const compatibleWith = (version: string): string => {
  const [major, minor] = version.split('.')
  return `^${major}.${minor}.0`
}
