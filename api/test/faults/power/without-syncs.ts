import type { DiskEvent, DiskHistory, DiskNode } from './disk-event.ts'

/** Syncs that a program with a bug leaves out: of bytes, of names in `folders` and `subfolders`. */
export type MissingSync = 'documents' | 'folders' | 'commits' | 'database' | 'subfolders' | 'scripts'

/** The last names; none of the root. */
const namesOf = ({ events }: DiskHistory): ReadonlyMap<DiskNode, string> => {
  const names = new Map<DiskNode, string>()
  for (const event of events) {
    if (event.kind === 'name') names.set(event.node, event.entry.name)
    if (event.kind === 'rename') names.set(event.node, event.to.name)
  }
  return names
}

const BUGS: Readonly<Record<MissingSync, (name: string, isFolder: boolean) => boolean>> = {
  documents: (name) => /^[0-9a-f]{64}$/.test(name),
  folders: (name, isFolder) => isFolder && name !== '',
  // As with `synchronous = OFF`.
  commits: (name) => /\.sqlite(?:-wal|-journal)?$/.test(name),
  database: (name) => name.endsWith('.sqlite'),
  // Of a release of the site.
  subfolders: (name, isFolder) => isFolder && name === 'assets',
  scripts: (name) => name.endsWith('.js'),
}

/** Leaves out syncs, as a program with a deliberate bug does: the examination must find it. */
export const withoutSyncs = (history: DiskHistory, missing: MissingSync): DiskHistory => {
  const names = namesOf(history)
  const isMissing = (event: DiskEvent): boolean =>
    event.kind === 'sync' && BUGS[missing](names.get(event.node) ?? '', history.folders.has(event.node))
  return { ...history, events: history.events.filter((event) => !isMissing(event)) }
}
