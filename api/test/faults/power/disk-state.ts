import type { DiskChange, DiskEvent, DiskHistory, DiskNode } from './disk-event.ts'

/** Bytes that a disk writes as a whole. */
export const SECTOR = 512

/** What happens to changes that no finished sync covers. Asked in the order of the history. */
export interface CutChoice {
  /** Whether a name, a removal of one or a rename is on the disk. */
  keepsEntry(change: DiskChange): boolean
  /** Whether the new size of a file is, also without its bytes. */
  keepsSize(change: DiskChange): boolean
  /** Whether a sector of a write is. */
  keepsSector(change: DiskChange, sector: number): boolean
}

/** A file's bytes, or a folder, by path below the root. */
export type DiskState = ReadonlyMap<string, Uint8Array | 'folder'>

/** A rename is one step, so a sync of either folder makes it durable. */
const nodesOf = (change: DiskChange): readonly DiskNode[] => {
  switch (change.kind) {
    case 'name':
    case 'unname':
      return [change.entry.folder]
    case 'rename':
      return [change.from.folder, change.to.folder]
    default:
      return [change.node]
  }
}

/** For each node, when its last finished sync began: what had ended before is durable. */
const syncedUntil = (events: readonly DiskEvent[], cut: number): ReadonlyMap<DiskNode, number> => {
  const until = new Map<DiskNode, number>()
  for (const event of events)
    if (event.kind === 'sync' && event.end < cut)
      until.set(event.node, Math.max(until.get(event.node) ?? 0, event.start))
  return until
}

class FileBytes {
  #bytes: Buffer = Buffer.alloc(0)
  #size = 0

  resize(size: number): void {
    if (size > this.#bytes.length) {
      const more = Buffer.alloc(Math.max(size, 2 * this.#bytes.length))
      this.#bytes.copy(more, 0, 0, this.#size)
      this.#bytes = more
    } else this.#bytes.fill(0, Math.min(size, this.#size), Math.max(size, this.#size))
    this.#size = size
  }

  write(offset: number, bytes: Uint8Array): void {
    if (offset + bytes.length > this.#size) this.resize(offset + bytes.length)
    this.#bytes.set(bytes, offset)
  }

  get size(): number {
    return this.#size
  }

  get whole(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }
}

const writeSome = (
  file: FileBytes,
  change: Extract<DiskChange, { kind: 'write' }>,
  keeps: (sector: number) => boolean,
): void => {
  const { offset, bytes } = change
  for (let at = offset; at < offset + bytes.length; ) {
    const sector = Math.floor(at / SECTOR)
    const next = Math.min((sector + 1) * SECTOR, offset + bytes.length)
    if (keeps(sector)) file.write(at, bytes.subarray(at - offset, next - offset))
    at = next
  }
}

/** As if all of it were synced. */
export const KEEPS_ALL: CutChoice = { keepsEntry: () => true, keepsSize: () => true, keepsSector: () => true }

const changeFile = (file: FileBytes, change: DiskChange, choice: CutChoice): void => {
  if (change.kind === 'resize' && choice.keepsSize(change)) file.resize(change.size)
  if (change.kind !== 'write') return
  const end = change.offset + change.bytes.length
  if (end > file.size && choice.keepsSize(change)) file.resize(end)
  writeSome(file, change, (sector) => choice.keepsSector(change, sector))
}

type Folders = Map<DiskNode, Map<string, DiskNode>>

const changeNames = (folders: Folders, change: DiskChange): void => {
  const namesIn = (folder: DiskNode): Map<string, DiskNode> => {
    const names = folders.get(folder) ?? new Map<string, DiskNode>()
    folders.set(folder, names)
    return names
  }
  const remove = (folder: DiskNode, name: string, node: DiskNode): void => {
    if (namesIn(folder).get(name) === node) namesIn(folder).delete(name)
  }
  if (change.kind === 'name') namesIn(change.entry.folder).set(change.entry.name, change.node)
  if (change.kind === 'unname') remove(change.entry.folder, change.entry.name, change.node)
  if (change.kind !== 'rename') return
  remove(change.from.folder, change.from.name, change.node)
  namesIn(change.to.folder).set(change.to.name, change.node)
}

/**
 * Returns a state that a disk may have after a power cut. Certain is what a sync covers that had ended. Of all else that
 * had begun, the choice takes any part: POSIX orders nothing without a sync, neither writes of a file nor names of a
 * folder. A sync of a new file does not store its name, and a folder without a stored name is lost with all that it holds.
 * @param cut a position: even before a line of the trace, odd inside of it
 */
export const diskAfterCut = ({ events, folders }: DiskHistory, cut: number, choice: CutChoice): DiskState => {
  const until = syncedUntil(events, cut)
  const files = new Map<DiskNode, FileBytes>()
  const names: Folders = new Map()
  for (const event of events) {
    if (event.start >= cut || event.kind === 'sync') continue
    const isCertain = nodesOf(event).some((node) => event.end < (until.get(node) ?? 0))
    if (event.kind === 'write' || event.kind === 'resize') {
      const file = files.get(event.node) ?? new FileBytes()
      files.set(event.node, file)
      changeFile(file, event, isCertain ? KEEPS_ALL : choice)
    } else if (isCertain || choice.keepsEntry(event)) changeNames(names, event)
  }
  const state = new Map<string, Uint8Array | 'folder'>()
  const collect = (folder: DiskNode, path: string): void => {
    for (const [name, node] of names.get(folder) ?? []) {
      const isFolder = folders.has(node)
      state.set(`${path}${name}`, isFolder ? 'folder' : (files.get(node)?.whole ?? new Uint8Array(0)))
      if (isFolder) collect(node, `${path}${name}/`)
    }
  }
  collect(0, '')
  return state
}
