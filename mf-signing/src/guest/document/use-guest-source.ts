import { useMemo } from 'react'
import { filesApi } from 'shared/http'
import { useLatest } from 'shared/state'
import type { DocumentSource } from '../../viewer/use-document.ts'
import { type GuestSession, linkTokenOf } from '../session/guest-session.ts'
import { renewAccess } from '../session/renew-access.ts'

export interface LinkAccess {
  readonly accessToken: string | undefined
  /** Null without an invitation. */
  readonly renew: (() => Promise<string>) | null
}

/** The document as the holder of a link reads it. */
export const useLinkSource = (documentId: number, access: LinkAccess): DocumentSource => {
  const latest = useLatest(access)
  return useMemo(
    () => ({
      url: filesApi.downloadUrl(documentId),
      token: () => latest.current.accessToken,
      renewToken: async () => latest.current.renew?.(),
    }),
    [documentId],
  )
}

/** The invitation renews an expired access token. */
export const useGuestSource = (guest: GuestSession, onRenewed: (accessToken: string) => void): DocumentSource => {
  const { documentId, entry } = guest
  const token = linkTokenOf(guest)
  return useLinkSource(documentId, {
    accessToken: entry.kind === 'invitation' ? entry.user.access_token : undefined,
    renew: token === undefined ? null : () => renewAccess(token, onRenewed),
  })
}
