import { useEffect, useState } from 'react'
import { isAbort, messageOf } from 'shared/http'
import { type Template, templatesApi } from 'shared/http/deferred'

type Load =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly template: Template }

export const useWholeTemplate = (id: number) => {
  const [load, setLoad] = useState<Load>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    setLoad({ kind: 'loading' })
    templatesApi.get(id, controller.signal).then(
      (template) => setLoad({ kind: 'ready', template }),
      (error: unknown) => {
        if (!isAbort(error)) setLoad({ kind: 'failed', message: messageOf(error) })
      },
    )
    return () => controller.abort()
  }, [id, round])
  return { load, retry: () => setRound((count) => count + 1) }
}
