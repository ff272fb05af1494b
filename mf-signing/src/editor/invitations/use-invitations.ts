import { useCallback, useEffect, useState } from 'react'
import type { Invitation, UserFile } from 'shared/contract'
import { invitationsApi, messageOf } from 'shared/http'
import { isUnanswered } from '../../call-failure.ts'
import { untilGone } from '../../ui/until-gone.ts'
import { INVITATIONS_POLL_MS, INVITATIONS_RETRY_MS } from '../constants.ts'
import { isQueued } from './invitations.ts'

export type InvitationsLoad =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  /** `passing`: a retry may succeed. */
  | { readonly kind: 'failed'; readonly message: string; readonly passing: boolean }

const none: readonly Invitation[] = []

const failure = (error: unknown): InvitationsLoad => ({
  kind: 'failed',
  message: messageOf(error),
  passing: isUnanswered(error),
})

/** Polls queued mails; delayed ones only while `watching`. */
export const useInvitations = (file: UserFile, watching: boolean) => {
  const [list, setList] = useState(none)
  const [load, setLoad] = useState<InvitationsLoad>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const reload = useCallback(() => setAttempt((count) => count + 1), [])

  useEffect(() => {
    return untilGone(
      invitationsApi.list(file.id),
      (next) => {
        setList(next)
        setLoad({ kind: 'ready' })
      },
      (error) => setLoad(failure(error)),
    )
  }, [file, attempt])

  useEffect(() => {
    if (load.kind !== 'failed' || !load.passing) return
    const timer = setTimeout(reload, INVITATIONS_RETRY_MS)
    return () => clearTimeout(timer)
  }, [load, reload])

  const waiting = list.some((invitation) => isQueued(invitation) && (watching || !invitation.delivery?.reason))
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(reload, INVITATIONS_POLL_MS)
    return () => clearInterval(timer)
  }, [waiting, reload])

  return { list, load, reload }
}
