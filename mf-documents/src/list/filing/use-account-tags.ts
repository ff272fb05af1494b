import { useCallback, useEffect, useState } from 'react'
import { isAbort, messageOf } from 'shared/http'
import { type AccountTag, tagsApi } from 'shared/http/deferred'

export type AccountTags =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly tags: readonly AccountTag[] }

export const useAccountTags = () => {
  const [state, setState] = useState<AccountTags>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    tagsApi.list(controller.signal).then(
      ({ tags }) => setState({ kind: 'ready', tags }),
      (error: unknown) => {
        if (!isAbort(error)) setState({ kind: 'failed', message: messageOf(error) })
      },
    )
    return () => controller.abort()
  }, [round])
  const retry = useCallback(() => {
    setState({ kind: 'loading' })
    setRound((count) => count + 1)
  }, [])
  return { state, retry }
}
