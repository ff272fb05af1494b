import type { BlobFault } from '../../storage/storage-errors.ts'

/** A stored file with a fault; the row goes when it is restored. */
export interface BlobFindingTable {
  sha256: string
  fault: BlobFault
  found_at: number
  /** Last read; the next one waits a minute. */
  checked_at: number
}

/** `sha256` is the first `size` bytes of `within`, which has a file. */
export interface BlobPrefixTable {
  sha256: string
  within: string
  size: number
}

/** Place of the processes in their round over all files. */
export interface BlobScrubTable {
  id: number
  /** Of the last slice; empty at the beginning. */
  position: string
  due_at: number
  /** Of the current round. */
  began_at: number
  /** Every older file was verified since then. */
  complete_since: number | null
}

/** The folder with second copies: one row at most. */
export interface BlobReplicaTable {
  number: 1
  /** As in the folder's marker. */
  id: string
  made_at: number
}
