import { type Bearer, HttpError } from 'shared/http'
import { type InboxEntry, inboxApi } from 'shared/http/deferred'

/**
 * Opens the first entry that is still open: turns end while a person signs.
 *
 * @returns the path of its page, or undefined if none is open
 * @throws HttpError
 */
export const openNext = async (entries: readonly InboxEntry[], bearer: Bearer): Promise<string | undefined> => {
  for (const { invitation_id: invitationId } of entries)
    try {
      return (await inboxApi.open(invitationId, bearer)).path
    } catch (error) {
      if (!(error instanceof HttpError && error.code === 'NOT_FOUND')) throw error
    }
  return undefined
}
