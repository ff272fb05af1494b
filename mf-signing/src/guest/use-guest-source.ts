import { useLayoutEffect, useMemo, useRef } from 'react'
import { filesApi, invitationsApi } from 'shared/http'
import type { DocumentSource } from '../viewer/use-document.ts'
import type { Invitation } from './guest-flow.ts'

/** The guest's document, read with the guest's word: a token that ran out is bought anew with the invitation. */
export const useGuestSource = (
  invitation: Invitation,
  token: string | undefined,
  onRenewed: (accessToken: string) => void,
): DocumentSource => {
  const latest = useRef({ accessToken: invitation.user.access_token, onRenewed })
  useLayoutEffect(() => {
    latest.current = { accessToken: invitation.user.access_token, onRenewed }
  })
  const { documentId } = invitation
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
