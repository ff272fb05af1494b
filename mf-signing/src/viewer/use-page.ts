import { useEffect, useState } from 'react'
import type { PdfDocument, PdfPage } from './engine/pdf-engine.ts'

export type PageState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly page: PdfPage }
  | { readonly kind: 'failed' }

/** One page of an open document. */
export const usePage = (document: PdfDocument | undefined, number: number): PageState => {
  const [state, setState] = useState<PageState>({ kind: 'loading' })
  useEffect(() => {
    setState({ kind: 'loading' })
    let gone = false
    document?.page(number).then(
      (page) => gone || setState({ kind: 'ready', page }),
      () => gone || setState({ kind: 'failed' }),
    )
    return () => {
      gone = true
    }
  }, [document, number])
  return state
}
