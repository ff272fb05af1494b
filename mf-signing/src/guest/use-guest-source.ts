import { useLayoutEffect, useMemo, useRef } from 'react'
import { filesApi, invitationsApi } from 'shared/http'
import type { DocumentSource } from '../viewer/use-document.ts'
import type { Visit, Way } from './guest-visit.ts'

const accessTokenOf = (way: Way): string | undefined => (way.kind === 'invitation' ? way.user.access_token : undefined)

/** Loads the document with the access token; the invitation renews an expired one. */
export const useGuestSource = (
  { documentId, way }: Visit,
  onRenewed: (accessToken: string) => void,
): DocumentSource => {
  const accessToken = accessTokenOf(way)
  const latest = useRef({ accessToken, onRenewed })
  useLayoutEffect(() => {
    latest.current = { accessToken, onRenewed }
  })
  const token = way.kind === 'invitation' ? way.token : undefined
  return useMemo(
    () => ({
      url: filesApi.downloadUrl(documentId),
      token: () => latest.current.accessToken,
      renewToken: async () => {
        if (token === undefined) return undefined
        const { access_token } = await invitationsApi.validate(token)
        latest.current.onRenewed(access_token)
        return access_token
      },
    }),
    [documentId, token],
  )
}
