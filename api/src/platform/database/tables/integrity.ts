import type { BlobFault } from '../../storage/storage-errors.ts'

/** A stored file with a fault; the row goes when it is restored. */
export interface BlobFindingTable {
  sha256: string
  fault: BlobFault
  found_at: number
  checked_at: number
}

/** One row: the progress of all processes. */
export interface BlobScrubTable {
  id: number
  /** SHA-256 of the last verified file; empty at the beginning. */
  position: string
  /** When any process may go on. */
  due_at: number
  /** Of the current round. */
  began_at: number
  /** Every older file was verified since then. */
  complete_since: number | null
}
