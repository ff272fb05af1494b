import type { Trouble } from '../trouble.ts'

/** How the system names what happens to files (errno(3)). */
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

/** What a failed call to the system says about the disk. A file that is not there says nothing about it. */
export const diskTrouble = (error: unknown): Trouble | undefined => {
  // Errors of a worker thread are objects of another realm.
  if (typeof error !== 'object' || error === null || !('syscall' in error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? troubles[error.code] : undefined
}
