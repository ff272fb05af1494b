import { clamp } from '../../geometry/geometry.ts'
import { ZOOM_MAX, ZOOM_MIN } from '../../viewer/constants.ts'
import type { FindingMark } from './findings.ts'

/** Two documents next to each other: the signed revision, and the file as it is now. */
export type CompareSide = 'signed' | 'today'

export interface CompareView {
  /** From 1. */
  readonly page: number
  /** Number of the mark. */
  readonly chosen: number | undefined
  /** Times the fitted size. */
  readonly zoom: number
  /** In front if there is room for one. */
  readonly side: CompareSide
}

export type CompareEvent =
  | { readonly kind: 'turned'; readonly page: number }
  | { readonly kind: 'chose'; readonly mark: FindingMark }
  | { readonly kind: 'zoomed'; readonly step: number }
  | { readonly kind: 'switched'; readonly side: CompareSide }

export const openCompareView = (mark: FindingMark | undefined, side: CompareSide): CompareView => ({
  page: mark?.page ?? 1,
  chosen: mark?.number,
  zoom: 1,
  side,
})

export const followView = (view: CompareView, event: CompareEvent): CompareView => {
  switch (event.kind) {
    case 'turned':
      return event.page === view.page ? view : { ...view, page: event.page, chosen: undefined }
    case 'chose':
      return { ...view, page: event.mark.page, chosen: event.mark.number }
    case 'zoomed':
      return { ...view, zoom: clamp(view.zoom + event.step, ZOOM_MIN, ZOOM_MAX) }
    case 'switched':
      return { ...view, side: event.side }
  }
}

/** From the chosen mark, or from the page if none is chosen. */
export const markBeside = (
  { page, chosen }: CompareView,
  marks: readonly FindingMark[],
  step: 1 | -1,
): FindingMark | undefined => {
  if (chosen !== undefined) return marks.find(({ number }) => number === chosen + step)
  return step > 0 ? marks.find((mark) => mark.page >= page) : marks.findLast((mark) => mark.page <= page)
}
