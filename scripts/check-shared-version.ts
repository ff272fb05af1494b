import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { readPackage } from '../shared/build/package-info.ts'
import { offeredSubpaths } from './contracts/of-sources.ts'
import {
  compareSurfaces,
  encodeDeclaration,
  hasRisen,
  neededLevel,
  nextVersion,
  RecordedSurface,
  recordOf,
  type SurfaceChange,
} from './shared-version/compare-surfaces.ts'
import { readSubpath, type SubpathSurface } from './shared-version/read-surface.ts'
import { runCommand } from './test/run-command.ts'
import { inWorkspace } from './workspace.ts'

const Exports = v.object({ exports: v.record(v.string(), v.string()) })

const surfaceOf = (root: string): Map<string, SubpathSurface> => {
  const { exports } = v.parse(Exports, JSON.parse(readFileSync(join(root, 'shared/package.json'), 'utf8')))
  return new Map(
    offeredSubpaths(root).map((subpath) => {
      const source = exports[subpath.replace('shared', '.')]
      if (source === undefined) throw new Error(`shared/package.json no exporta ${subpath}`)
      return [subpath, readSubpath(join(root, 'shared/.build/types', source.replace(/\.tsx?$/, '.d.ts')))]
    }),
  )
}

const save = (file: string, record: RecordedSurface): void =>
  writeFileSync(file, `${JSON.stringify(record, undefined, 2)}\n`)

const report = (released: string, version: string, changes: readonly SurfaceChange[]): boolean => {
  const level = neededLevel(changes)
  if (hasRisen(version, released, level)) {
    console.log(
      `shared ${version}: la versión corresponde a lo que ofrece (${changes.length} cambios desde ${released}).`,
    )
    return true
  }
  console.error(`shared ofrece otra cosa que ${released} y su versión es ${version}:`)
  for (const change of changes)
    console.error(`  ${change.level === 'major' ? 'rompe' : 'agrega'}: ${change.name} ${change.what}`)
  console.error(`Súbela en shared/package.json, al menos a ${nextVersion(released, level)}.`)
  if (level === 'major')
    console.error(`Si un cambio no rompe los remotos publicados: --compatible '<subruta> <nombre>'. Ver docs/teams.md.`)
  return false
}

/** Records a change as compatible. */
const acceptChanged = (
  recorded: RecordedSurface,
  now: ReadonlyMap<string, SubpathSurface>,
  name: string,
): RecordedSurface => {
  const [subpath = '', exported = ''] = name.split(' ')
  const declared = now.get(subpath)?.exports.get(exported)
  if (!declared) throw new Error(`shared no ofrece '${name}'. Se escribe así: 'shared/ui Button'.`)
  return { ...recorded, compatible: { ...recorded.compatible, [name]: encodeDeclaration(declared) } }
}

const options = {
  write: { type: 'boolean' },
  compatible: { type: 'string', multiple: true },
  root: { type: 'string' },
} as const

const main = async (): Promise<boolean> => {
  const { values } = parseArgs({ options })
  const root = resolve(values.root ?? inWorkspace())
  const file = join(root, 'shared/api-surface.json')
  if ((await runCommand(join(root, 'node_modules/.bin/tsc'), ['-b', 'shared'], { cwd: root })) !== 0) return false
  const now = surfaceOf(root)
  const { version } = readPackage(join(root, 'shared'))
  let recorded: RecordedSurface
  try {
    recorded = v.parse(RecordedSurface, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (!values.write) throw error
    recorded = recordOf(version, now)
  }
  if (values.compatible) {
    recorded = values.compatible.reduce((record, name) => acceptChanged(record, now, name), recorded)
    save(file, recorded)
  }
  if (!report(recorded.version, version, compareSurfaces(recorded, now))) return false
  if (values.write) save(file, recordOf(version, now))
  return true
}

try {
  if (!(await main())) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
