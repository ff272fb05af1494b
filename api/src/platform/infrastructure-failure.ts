import { classifyDatabaseError } from './database/database-failure.ts'
import type { InfrastructureFailure } from './failure-kind.ts'
import { classifyDiskError } from './storage/disk-failure.ts'
import { StorageUnavailableError } from './storage/storage-errors.ts'

/** Undefined for errors of another origin. */
export const classifyInfrastructureError = (error: unknown): InfrastructureFailure | undefined =>
  error instanceof StorageUnavailableError ? 'unavailable' : (classifyDiskError(error) ?? classifyDatabaseError(error))
