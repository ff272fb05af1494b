import { databaseTrouble } from './database/database-failure.ts'
import type { Trouble } from './failure-kind.ts'
import { diskTrouble } from './storage/disk-failure.ts'
import { StorageAwayError } from './storage/s3-blob-store.ts'

/** Undefined for errors of another origin. */
export const troubleOf = (error: unknown): Trouble | undefined =>
  error instanceof StorageAwayError ? 'away' : (diskTrouble(error) ?? databaseTrouble(error))
