import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { messageOf } from 'shared/http'
import { isUnanswered } from '../call-failure.ts'
import { untilGone } from '../ui/until-gone.ts'
import { INVITATIONS_POLL_MS, INVITATIONS_RETRY_MS } from './constants.ts'

export type ListLoad =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  /** `passing`: a retry may succeed. */
  | { readonly kind: 'failed'; readonly message: string; readonly passing: boolean }

const failure = (error: unknown): ListLoad => ({
  kind: 'failed',
  message: messageOf(error),
  passing: isUnanswered(error),
})

export interface FollowedList<T> {
  /** Of the document; rejects with an HttpError. */
  readonly read: (fileId: number) => Promise<readonly T[]>
  /** An entry that changes by itself soon. */
  readonly isMoving: (entry: T) => boolean
}

/** Reads again when asked to, after a failure that may pass, and while an entry moves. */
export const useFollowedList = <T>(file: UserFile, { read, isMoving }: FollowedList<T>) => {
  const [list, setList] = useState<readonly T[]>([])
  const [load, setLoad] = useState<ListLoad>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  const readNow = useEffectEvent(() => read(file.id))

  useEffect(() => {
    return untilGone(
      readNow(),
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

  const moves = list.some(isMoving)
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(reload, INVITATIONS_POLL_MS)
    return () => clearInterval(timer)
  }, [moves, reload])

  return { list, load, reload }
}
