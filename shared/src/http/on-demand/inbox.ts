import { listInboxCall, openInboxCall } from '../../contract/signing/inbox.ts'
import { type Bearer, request } from '../request.ts'

export type { InboxEntry } from '../../contract/signing/inbox.ts'

/** Documents of others that wait for the account. */
export const inboxApi = {
  list: (signal?: AbortSignal, bearer: Bearer = 'session') =>
    request(listInboxCall, { bearer, ...(signal ? { signal } : {}) }),
  open: (invitationId: number, bearer: Bearer = 'session') =>
    request(openInboxCall, { bearer, params: { invitationId }, body: {} }),
}
