import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { buildFolder, readBuildRecord } from '../shared/build/release/build-record.ts'
import { inWorkspace } from './workspace.ts'

const SourceMap = v.object({ sources: v.array(v.string()) })

/** `webpack://mf_auth_0.1.0-a/./src/app.tsx`; libraries and the runtime of webpack are not ours. */
const OURS = /^webpack:\/\/[^/]*\/(\.{1,2}\/(?!.*node_modules).*?)(?:\?.*)?$/

/**
 * Lists the modules of ours in the source maps of a build.
 * @param name folder of a front end
 * @throws Error without a build
 */
export const sourcesOfBuild = (name: string): string[] => {
  const release = readBuildRecord(inWorkspace(name))?.release
  if (release === undefined) throw new Error(`${name} is not built`)
  const maps = globSync('**/*.js.map', { cwd: buildFolder(inWorkspace(name), release) })
  const sources = maps.flatMap(
    (map) =>
      v.parse(SourceMap, JSON.parse(readFileSync(join(buildFolder(inWorkspace(name), release), map), 'utf8'))).sources,
  )
  return [...new Set(sources.flatMap((source) => OURS.exec(source)?.[1] ?? []).map((path) => join(name, path)))]
}
