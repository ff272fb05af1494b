import type { ErrorCode, FileStatus } from 'shared/contract'

/** A guest whose invitation was revoked learns why only if the document itself ended. */
export const endedCode = (ended: { readonly declined_at: number | null; readonly status: FileStatus }): ErrorCode => {
  if (ended.declined_at !== null) return 'INVITATION_DECLINED'
  return ended.status === 'CANCELLED' ? 'DOCUMENT_CANCELLED' : 'INVITATION_INVALID'
}
