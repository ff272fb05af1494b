/** A file or a folder, whatever its names. The root is 0. */
export type DiskNode = number

interface FolderEntry {
  readonly folder: DiskNode
  readonly name: string
}

export type DiskChange =
  | { readonly kind: 'write'; readonly node: DiskNode; readonly offset: number; readonly bytes: Uint8Array }
  | { readonly kind: 'resize'; readonly node: DiskNode; readonly size: number }
  /** A new name of a node. */
  | { readonly kind: 'name'; readonly entry: FolderEntry; readonly node: DiskNode }
  | { readonly kind: 'unname'; readonly entry: FolderEntry; readonly node: DiskNode }
  /** Replaces what had the new name. */
  | { readonly kind: 'rename'; readonly from: FolderEntry; readonly to: FolderEntry; readonly node: DiskNode }
  /** Of a file: its bytes and size. Of a folder: its names. */
  | { readonly kind: 'sync'; readonly node: DiskNode }

/** Positions count twice: line n of the trace lies between 2n and 2n + 1, so that a cut can fall into it. */
export type DiskEvent = DiskChange & { readonly start: number; readonly end: number }

export interface DiskHistory {
  readonly events: readonly DiskEvent[]
  readonly folders: ReadonlySet<DiskNode>
}
