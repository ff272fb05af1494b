import type { DiskEvent, DiskHistory, DiskNode } from './disk-event.ts'

/** Syncs that a program with a bug leaves out: `documents` and `database` are bytes, `folders` are names. */
export type MissingSync = 'documents' | 'folders' | 'commits' | 'database'

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
  commits: (name) => name.endsWith('.sqlite-wal'),
  database: (name) => name.endsWith('.sqlite'),
}

/** Leaves out syncs, as a program with a deliberate bug does: the examination must find it. */
export const withoutSyncs = (history: DiskHistory, missing: MissingSync): DiskHistory => {
  const names = namesOf(history)
  const isMissing = (event: DiskEvent): boolean =>
    event.kind === 'sync' && BUGS[missing](names.get(event.node) ?? '', history.folders.has(event.node))
  return { ...history, events: history.events.filter((event) => !isMissing(event)) }
}
