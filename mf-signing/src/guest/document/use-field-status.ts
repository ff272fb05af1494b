import { useEffect } from 'react'
import { notify } from 'shared/state'
import type { Field } from '../../fields/field-lifecycle.ts'
import { toCanvas } from '../../geometry/geometry.ts'
import { useLatest } from '../../ui/use-latest.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { fieldStatusTexts } from '../constants.ts'
import { fieldStatusText } from './field-status.ts'

export const useFieldStatus = (viewer: ViewerModel, field: Field | undefined, painted: number | undefined) => {
  const { pageNumber, pageCount, page, goTo, view } = viewer
  const shown = page.kind === 'ready' ? page.page : undefined
  const text = field
    ? fieldStatusText({ fieldPage: field.page, pageCount, pageNumber, ready: shown?.number === field.page, painted })
    : undefined
  const lost = text === fieldStatusTexts.unavailable

  const wanted = field?.page
  useEffect(() => {
    if (wanted === undefined) return
    if (lost) notify({ type: 'warning', message: fieldStatusTexts.unavailable })
    else goTo(wanted)
  }, [wanted, lost, goTo])

  const { dispatch } = view
  const bring = useLatest(dispatch)
  const rect = field?.rect
  const { height } = view.view.viewport
  // The review changes the viewport's height.
  useEffect(() => {
    if (!rect || !shown || shown.number !== wanted || height === 0) return
    bring.current({ type: 'brought-into-view', rect: toCanvas(rect, shown.size) })
  }, [rect, shown, wanted, height])
  return text
}
