import { useMemo } from 'react'
import { filesApi } from 'shared/http'
import { useLatest } from 'shared/ui'
import type { DocumentSource } from '../viewer/use-document.ts'
import { renewAccess } from './guest-access.ts'
import type { Visit, Way } from './guest-visit.ts'

const accessTokenOf = (way: Way): string | undefined => (way.kind === 'invitation' ? way.user.access_token : undefined)

/** Loads the document with the access token; the invitation renews an expired one. */
export const useGuestSource = (
  { documentId, way }: Visit,
  onRenewed: (accessToken: string) => void,
): DocumentSource => {
  const accessToken = accessTokenOf(way)
  const latest = useLatest({ accessToken, onRenewed })
  const token = way.kind === 'invitation' ? way.token : undefined
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
