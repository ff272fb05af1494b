import { useEffect, useRef } from 'react'
import type { ViewerModel } from '../viewer/use-viewer.ts'
import type { Field } from './field-lifecycle.ts'
import { toCanvas } from './geometry.ts'

/** Scrolls to a field once per loaded page. The caller changes the page. */
export const useFieldInView = (viewer: ViewerModel, field: Field | undefined): void => {
  const page = viewer.page.kind === 'ready' ? viewer.page.page : undefined
  const { dispatch } = viewer.view
  const reveal = useRef(dispatch)
  useEffect(() => {
    reveal.current = dispatch
  })
  const rect = field?.rect
  const onPage = page !== undefined && page.number === field?.page
  useEffect(() => {
    if (onPage && rect && page) reveal.current({ type: 'revealed', rect: toCanvas(rect, page.size) })
  }, [onPage, page, rect])
}
