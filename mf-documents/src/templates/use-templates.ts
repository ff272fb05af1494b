import { useCallback, useEffect, useState } from 'react'
import { isAbort, messageOf } from 'shared/http'
import { type TemplateSummary, templatesApi } from 'shared/http/deferred'

export type TemplatesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly templates: readonly TemplateSummary[] }

export const useTemplates = (selected: string | undefined) => {
  const [state, setState] = useState<TemplatesState>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    templatesApi.list(controller.signal).then(
      ({ templates }) => setState({ kind: 'ready', templates }),
      (error: unknown) => {
        if (isAbort(error)) return
        setState({ kind: 'failed', message: messageOf(error) })
      },
    )
    return () => controller.abort()
  }, [round, selected])
  const reload = useCallback(() => setRound((count) => count + 1), [])
  const retry = () => {
    setState({ kind: 'loading' })
    reload()
  }
  return { state, reload, retry }
}
