import { useEffect, useRef } from 'react'
import { notify, useLatest } from 'shared/state'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { toCanvas } from '../../geometry/geometry.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { fieldStatusText, fieldStatusTexts } from './field-status.ts'

export interface WantedField {
  readonly field: PlacedField
  /** 'signed' does not turn the page. */
  readonly why: 'review' | 'sought' | 'signed'
  readonly times: number
}

/** Once per request: a reader who scrolls on stays there. */
const useFieldInView = ({ page, view }: ViewerModel, { field, why, times }: WantedField) => {
  const shown = page.kind === 'ready' && page.page.number === field.page ? page.page : undefined
  const { height } = view.view.viewport
  const { rect } = field
  const flows = view.view.opening.flows
  const bring = useLatest(view.dispatch)
  const done = useRef<readonly unknown[]>([])
  // The review changes the viewport's height.
  useEffect(() => {
    const request = [rect, shown, why, times, height]
    if (!shown || height === 0) return
    if (flows && request.every((part, index) => part === done.current[index])) return
    done.current = request
    bring.current({ type: 'brought-into-view', rect: toCanvas(rect, shown.size) })
  }, [rect, shown, why, times, height, flows])
}

export const useFieldStatus = (viewer: ViewerModel, target: WantedField, painted: number | undefined) => {
  const { pageNumber, pageCount, page, goTo } = viewer
  const { field, why, times } = target
  const ready = page.kind === 'ready' && page.page.number === field.page
  const text =
    why === 'review' ? fieldStatusText({ fieldPage: field.page, pageCount, pageNumber, ready, painted }) : undefined
  const lost = text === fieldStatusTexts.unavailable

  const wanted = why === 'signed' ? undefined : field.page
  useEffect(() => {
    if (wanted === undefined) return
    if (lost) notify({ type: 'warning', message: fieldStatusTexts.unavailable })
    else goTo(wanted)
  }, [wanted, times, lost, goTo])
  useFieldInView(viewer, target)
  return text
}
