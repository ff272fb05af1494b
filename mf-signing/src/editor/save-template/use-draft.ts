import { useEffect, useState } from 'react'
import { isAbort, messageOf } from 'shared/http'
import { type TemplateDraft, templatesApi } from 'shared/http/deferred'

export type DraftLoad =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly draft: TemplateDraft }

export const useDraft = (documentId: number, ready: boolean) => {
  const [load, setLoad] = useState<DraftLoad>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!ready) return
    const controller = new AbortController()
    setLoad({ kind: 'loading' })
    templatesApi.draft(documentId, controller.signal).then(
      (draft) => setLoad({ kind: 'ready', draft }),
      (error: unknown) => {
        if (!isAbort(error)) setLoad({ kind: 'failed', message: messageOf(error) })
      },
    )
    return () => controller.abort()
  }, [documentId, ready, round])
  return { load, retry: () => setRound((count) => count + 1) }
}
