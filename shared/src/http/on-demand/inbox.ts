import { listInboxCall, openInboxCall } from '../../contract/signing/inbox.ts'
import { request } from '../request.ts'

export type { InboxEntry } from '../../contract/signing/inbox.ts'

/** Documents of others that wait for the account. */
export const inboxApi = {
  list: (signal?: AbortSignal) => request(listInboxCall, { bearer: 'session', ...(signal ? { signal } : {}) }),
  open: (invitationId: number) => request(openInboxCall, { bearer: 'session', params: { invitationId }, body: {} }),
}
