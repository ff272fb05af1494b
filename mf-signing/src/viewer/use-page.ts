import { useEffect, useState } from 'react'
import { useLatest } from 'shared/state'
import type { ViewedDocument, ViewedPage } from './engine/pdf-engine.ts'

export type PageState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly page: ViewedPage }
  | { readonly kind: 'failed' }

const loading: PageState = { kind: 'loading' }

interface Found {
  readonly document: ViewedDocument
  readonly number: number
  readonly state: PageState
}

/**
 * Synchronous if cached.
 * @param onHere called before the page is rendered
 * @param near keeps the pages of its neighbours
 */
export const usePage = (
  document: ViewedDocument | undefined,
  number: number,
  onHere: (page: ViewedPage) => void,
  near = false,
): PageState => {
  const [found, setFound] = useState<Found>()
  const here = useLatest(onHere)
  useEffect(() => {
    if (!document) return
    let gone = false
    const wasHere = document.here(number) !== undefined
    const find = (state: PageState) => setFound({ document, number, state })
    const load = near ? document.pageAhead(number) : document.page(number)
    load.then(
      (page) => {
        if (gone || wasHere) return
        here.current(page)
        find({ kind: 'ready', page })
      },
      () => gone || find({ kind: 'failed' }),
    )
    return () => {
      gone = true
    }
  }, [document, number, near])
  if (found && found.document === document && found.number === number) return found.state
  const page = document?.here(number)
  return page ? { kind: 'ready', page } : loading
}
