import { useCallback, useEffect, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { messageOf } from 'shared/http'
import { type Sending, sendingsApi } from 'shared/http/deferred'
import { untilGone } from '../../ui/until-gone.ts'
import { INVITATIONS_POLL_MS } from '../constants.ts'
import { isSealing } from './document-state.ts'

interface SendingLoad {
  readonly sending: Sending | undefined
  readonly problem: string | undefined
}

const loading: SendingLoad = { sending: undefined, problem: undefined }

/**
 * Reads again when the document changes, when the window is shown again, and while a document is being sealed: a
 * sibling's news do not reach this editor.
 *
 * @param ready false while changes are being saved; read again when it turns true
 */
export const useSending = (file: UserFile, ready = true) => {
  const id = file.sending?.id
  const [load, setLoad] = useState(loading)
  const [attempt, setAttempt] = useState(0)
  const reload = useCallback(() => setAttempt((count) => count + 1), [])

  useEffect(() => {
    if (id === undefined || !ready) return
    return untilGone(
      sendingsApi.get(id),
      (sending) => setLoad({ sending, problem: undefined }),
      (error) => setLoad((old) => ({ ...old, problem: messageOf(error) })),
    )
  }, [id, file, ready, attempt])

  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [reload])

  const moves = load.sending?.documents.some(isSealing) === true
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(reload, INVITATIONS_POLL_MS)
    return () => clearInterval(timer)
  }, [moves, reload])

  return { ...load, reload, take: (sending: Sending) => setLoad({ sending, problem: undefined }) }
}

export type SendingModel = ReturnType<typeof useSending>
