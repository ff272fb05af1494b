import type { ErrorCode, FileStatus } from 'shared/contract'

/** Why an invitation that was ended can no longer be used: the guest said no, its document was cancelled, or else. */
export const endedCode = (ended: { readonly declined_at: number | null; readonly status: FileStatus }): ErrorCode => {
  if (ended.declined_at !== null) return 'INVITATION_DECLINED'
  return ended.status === 'CANCELLED' ? 'DOCUMENT_CANCELLED' : 'INVITATION_INVALID'
}
