/** All processes must share these keys. */
export interface InstallationKeyTable {
  name: string
  /** SHA-256, hexadecimal. */
  fingerprint: string
}

/** An import of a single-machine installation. */
export interface DataMoveTable {
  /** SHA-256 of its database, hexadecimal. */
  source: string
  started_at: number
  finished_at: number | null
}

/** Progress of an import, so that it continues after an interruption. */
export interface MovedRowTable {
  table_name: string
  /** Last imported SQLite `rowid`. */
  last_row: number
}

export interface MovedBlobTable {
  sha256: string
}
