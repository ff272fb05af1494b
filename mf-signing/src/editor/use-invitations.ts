import { useCallback, useEffect, useState } from 'react'
import type { Invitation, UserFile } from 'shared/contract'
import { invitationsApi, messageOf, REQUEST_FALLBACK } from 'shared/http'
import { INVITATIONS_POLL_MS } from './constants.ts'
import { isQueued } from './invitations.ts'

export type InvitationsLoad =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }

const none: readonly Invitation[] = []

/**
 * The invitations of a document, asked for whenever the list hands over the document anew: something happened to it, if
 * only that a guest looked at it. Mails that are about to leave are asked for again; those that are tried again later,
 * perhaps for hours, only while somebody watches.
 */
export const useInvitations = (file: UserFile, watching: boolean) => {
  const [list, setList] = useState(none)
  const [load, setLoad] = useState<InvitationsLoad>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const reload = useCallback(() => setAttempt((count) => count + 1), [])

  useEffect(() => {
    let gone = false
    invitationsApi.list(file.id).then(
      (next) => {
        if (gone) return
        setList(next)
        setLoad({ kind: 'ready' })
      },
      (error: unknown) => gone || setLoad({ kind: 'failed', message: messageOf(error, REQUEST_FALLBACK) }),
    )
    return () => {
      gone = true
    }
  }, [file, attempt])

  const waiting = list.some((invitation) => isQueued(invitation) && (watching || !invitation.delivery?.reason))
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(reload, INVITATIONS_POLL_MS)
    return () => clearInterval(timer)
  }, [waiting, reload])

  return { list, load, reload }
}

export type InvitationsModel = ReturnType<typeof useInvitations>
