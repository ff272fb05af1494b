import { useEffect, useEffectEvent, useState } from 'react'
import type { ThreadMessage } from 'shared/http/deferred'
import { type FailedCall, failedCall } from '../call-failure.ts'
import { untilGone } from '../ui/until-gone.ts'

type Messages = readonly ThreadMessage[]

export interface ThreadCalls {
  /** Rejects with an HttpError, as `send`. */
  readonly load: () => Promise<Messages>
  /** @param read number of the last message on the screen; 0 without any */
  readonly send: (text: string, read: number) => Promise<Messages>
}

export type ThreadLoad = { readonly kind: 'loading' | 'ready' } | FailedCall
export type ThreadSending = { readonly kind: 'idle' | 'sending' | 'sent' } | FailedCall

export const useThread = ({ load, send }: ThreadCalls) => {
  const [messages, setMessages] = useState<Messages>([])
  const [loading, setLoading] = useState<ThreadLoad>({ kind: 'loading' })
  const [sending, setSending] = useState<ThreadSending>({ kind: 'idle' })
  const [attempt, setAttempt] = useState(0)
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    setLoading({ kind: 'loading' })
    return untilGone(
      loadNow(),
      (loaded) => {
        setMessages(loaded)
        setLoading({ kind: 'ready' })
      },
      (error) => setLoading(failedCall(error)),
    )
  }, [attempt])
  return {
    messages,
    loading,
    sending,
    retry: () => setAttempt(attempt + 1),
    /** @returns whether it arrived */
    send: async (text: string): Promise<boolean> => {
      setSending({ kind: 'sending' })
      try {
        setMessages(await send(text, messages.at(-1)?.number ?? 0))
        setSending({ kind: 'sent' })
        return true
      } catch (error) {
        setSending(failedCall(error))
        return false
      }
    },
  }
}

export type ThreadModel = ReturnType<typeof useThread>
