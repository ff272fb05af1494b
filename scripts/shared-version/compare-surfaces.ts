import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { DeclaredExport, SubpathSurface } from './read-surface.ts'

export const RecordedSurface = v.object({
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  subpaths: v.record(v.string(), v.object({ hash: v.string(), exports: v.record(v.string(), v.string()) })),
  /** Changes that a reviewer accepted. */
  compatible: v.record(v.string(), v.string()),
})
export type RecordedSurface = v.InferOutput<typeof RecordedSurface>

export type VersionLevel = 'none' | 'minor' | 'major'

export interface SurfaceChange {
  readonly level: VersionLevel
  /** `shared/ui Button` */
  readonly name: string
  readonly what: string
}

const digest = (line: string): string => createHash('sha256').update(line).digest('hex').slice(0, 5)

/** Stores a digest per line, to detect removed lines. */
export const encodeDeclaration = ({ kind, lines }: DeclaredExport): string => [kind, ...lines.map(digest)].join(' ')

const isSubsequence = (few: readonly string[], many: readonly string[]): boolean => {
  let next = 0
  for (const one of many) if (one === few[next]) next += 1
  return next === few.length
}

/** A required member, such as `readonly size: string`. */
const isDemanded = (line: string): boolean => /^(readonly )?[\w$"-]+: /.test(line)

/** Only required properties make added lines incompatible. */
const levelOf = (name: string, before: string, now: DeclaredExport): { level: VersionLevel; what: string } => {
  const [kind, ...old] = before.split(' ')
  if (kind !== now.kind) return { level: 'major', what: `era ${kind} y ahora es ${now.kind}` }
  const current = now.lines.map(digest)
  if (!isSubsequence(old, current)) return { level: 'major', what: 'cambió' }
  const added = now.lines.filter((line) => !old.includes(digest(line)))
  const demanded = name.endsWith('Props') ? added.find(isDemanded) : undefined
  return demanded ? { level: 'major', what: `ahora exige ${demanded}` } : { level: 'minor', what: 'creció' }
}

const changesOf = (subpath: string, before: RecordedSurface, now: SubpathSurface): SurfaceChange[] => {
  const recorded = before.subpaths[subpath]?.exports ?? {}
  const gone = Object.keys(recorded).filter((name) => !now.exports.has(name))
  const changes = [...now.exports].flatMap(([name, declared]): SurfaceChange[] => {
    const full = `${subpath} ${name}`
    const old = recorded[name]
    const current = encodeDeclaration(declared)
    if (old === undefined) return [{ level: 'minor', name: full, what: 'es nuevo' }]
    if (old === current) return []
    if (before.compatible[full] === current) return [{ level: 'minor', name: full, what: 'cambió, sin romper nada' }]
    return [{ name: full, ...levelOf(name, old, declared) }]
  })
  const beneath = before.subpaths[subpath]?.hash !== now.hash && changes.length === 0 && gone.length === 0
  return [
    ...gone.map((name): SurfaceChange => ({ level: 'major', name: `${subpath} ${name}`, what: 'ya no está' })),
    ...changes,
    ...(beneath ? [{ level: 'minor', name: subpath, what: 'cambió un tipo interno' } as const] : []),
  ]
}

export const compareSurfaces = (before: RecordedSurface, now: ReadonlyMap<string, SubpathSurface>): SurfaceChange[] => [
  ...Object.keys(before.subpaths)
    .filter((subpath) => !now.has(subpath))
    .map((subpath): SurfaceChange => ({ level: 'major', name: subpath, what: 'ya no está' })),
  ...[...now].flatMap(([subpath, offered]) => changesOf(subpath, before, offered)),
]

export const neededLevel = (changes: readonly SurfaceChange[]): VersionLevel =>
  changes.some(({ level }) => level === 'major') ? 'major' : changes.length > 0 ? 'minor' : 'none'

export const hasRisen = (version: string, released: string, level: VersionLevel): boolean => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const [oldMajor = 0, oldMinor = 0, oldPatch = 0] = released.split('.').map(Number)
  if (major !== oldMajor) return major > oldMajor
  if (level === 'major') return false
  if (minor !== oldMinor) return minor > oldMinor
  return level === 'none' && patch >= oldPatch
}

export const nextVersion = (released: string, level: VersionLevel): string => {
  const [major = 0, minor = 0] = released.split('.').map(Number)
  return level === 'major' ? `${major + 1}.0.0` : level === 'minor' ? `${major}.${minor + 1}.0` : released
}

export const recordOf = (version: string, now: ReadonlyMap<string, SubpathSurface>): RecordedSurface => {
  const named = <T>(entries: Iterable<readonly [string, T]>) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
  const subpaths = named(now).map(([subpath, { hash, exports }]) => [
    subpath,
    {
      hash,
      exports: Object.fromEntries(named(exports).map(([name, declared]) => [name, encodeDeclaration(declared)])),
    },
  ])
  return { version, subpaths: Object.fromEntries(subpaths), compatible: {} }
}
