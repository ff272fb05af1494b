/** The keys that every process works by; what one of them has that is not here, or not like this, is another's. */
export interface InstallationKeyTable {
  name: string
  /** SHA-256, hexadecimal. */
  fingerprint: string
}

/** An installation of one machine on its way here, or that has arrived. */
export interface DataMoveTable {
  /** SHA-256 of its database, hexadecimal. */
  source: string
  started_at: number
  finished_at: number | null
}

export interface MovedRowTable {
  table_name: string
  /** SQLite's own number (`rowid`) of the last row that is here; they are brought in that order. */
  last_row: number
}

/** Bytes that were stored here, read back and found whole. */
export interface MovedBlobTable {
  sha256: string
}
