import { useMemo } from 'react'
import { filesApi } from 'shared/http'
import { useLatest } from '../ui/use-latest.ts'
import type { DocumentSource } from '../viewer/use-document.ts'
import type { Visit, Way } from './guest-visit.ts'
import { renewAccess } from './renew-access.ts'

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
