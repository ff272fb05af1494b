import { useEffect } from 'react'
import { useLatest } from 'shared/state'
import { toCanvas } from '../geometry/geometry.ts'
import type { ViewerModel } from '../viewer/use-viewer.ts'
import type { PlacedField } from './field-lifecycle.ts'

/** Scrolls once per loaded page. The caller changes the page. */
export const useFieldInView = (viewer: ViewerModel, field: PlacedField | undefined): void => {
  const page = viewer.page.kind === 'ready' ? viewer.page.page : undefined
  const { dispatch } = viewer.view
  const reveal = useLatest(dispatch)
  const rect = field?.rect
  const onPage = page !== undefined && page.number === field?.page
  useEffect(() => {
    if (onPage && rect && page) reveal.current({ type: 'revealed', rect: toCanvas(rect, page.size) })
  }, [onPage, page, rect])
}
