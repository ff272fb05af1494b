import { errorCode } from 'shared/server'
import type { InfrastructureFailure } from '../failure-kind.ts'

/** errno(3). */
const diskFailures: Readonly<Record<string, InfrastructureFailure>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EIO: 'unavailable',
  ENXIO: 'unavailable',
  ESTALE: 'unavailable',
  EBUSY: 'unavailable',
  EACCES: 'unavailable',
  EPERM: 'unavailable',
  EMFILE: 'unavailable',
  ENFILE: 'unavailable',
}

/** A missing file is no failure. */
export const classifyDiskError = (error: unknown): InfrastructureFailure | undefined => {
  // Worker errors come from another realm.
  if (typeof error !== 'object' || error === null || !('syscall' in error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? diskFailures[error.code] : undefined
}

/** Of one file, while others can be read. */
export const isUnreadableFile = (error: unknown): boolean => ['EIO', 'EACCES', 'EPERM'].includes(errorCode(error))
