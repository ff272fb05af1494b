import { databaseTrouble } from './database/database-away.ts'
import { diskTrouble } from './storage/disk-trouble.ts'
import { StorageAwayError } from './storage/s3-blob-store.ts'

/**
 * How what this server leans on fails, as opposed to the server itself and to what it was asked: there is no room for
 * anything new, nothing may be written, or it does not answer. All of it passes without a restart.
 */
export type Trouble = 'full' | 'read-only' | 'away'

/** What a failure says about disk, storage and database; undefined where it is none of theirs. */
export const troubleOf = (error: unknown): Trouble | undefined =>
  error instanceof StorageAwayError ? 'away' : (diskTrouble(error) ?? databaseTrouble(error))
