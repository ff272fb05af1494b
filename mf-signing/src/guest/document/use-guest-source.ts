import { useMemo } from 'react'
import { filesApi } from 'shared/http'
import { useLatest } from 'shared/state'
import type { DocumentSource } from '../../viewer/use-document.ts'
import type { EntryPoint, GuestSession } from '../session/guest-session.ts'
import { renewAccess } from '../session/renew-access.ts'

const accessTokenOf = (entry: EntryPoint): string | undefined =>
  entry.kind === 'invitation' ? entry.user.access_token : undefined

/** The invitation renews an expired access token. */
export const useGuestSource = (
  { documentId, entry }: GuestSession,
  onRenewed: (accessToken: string) => void,
): DocumentSource => {
  const accessToken = accessTokenOf(entry)
  const latest = useLatest({ accessToken, onRenewed })
  const token = entry.kind === 'invitation' ? entry.token : undefined
  return useMemo(
    () => ({
      url: filesApi.downloadUrl(documentId),
      token: () => latest.current.accessToken,
      renewToken: async () => {
        if (token === undefined) return undefined
        return renewAccess(token, (renewed) => latest.current.onRenewed(renewed))
      },
    }),
    [documentId, token],
  )
}
