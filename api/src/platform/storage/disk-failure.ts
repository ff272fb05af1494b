import type { Trouble } from '../failure-kind.ts'

/** errno(3). */
const troubles: Readonly<Record<string, Trouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EIO: 'away',
  ENXIO: 'away',
  ESTALE: 'away',
  EBUSY: 'away',
  EACCES: 'away',
  EPERM: 'away',
  EMFILE: 'away',
  ENFILE: 'away',
}

/** A missing file is no failure. */
export const diskTrouble = (error: unknown): Trouble | undefined => {
  // Worker errors come from another realm.
  if (typeof error !== 'object' || error === null || !('syscall' in error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? troubles[error.code] : undefined
}
