import { arrivalTexts } from './constants.ts'

export interface Journey {
  /** Page of the field. */
  readonly fieldPage: number
  readonly pageCount: number
  readonly pageNumber: number
  /** The current page is loaded. */
  readonly ready: boolean
  readonly painted: number | undefined
}

/** Status text while scrolling to the field (specification, section 4). */
export const arrivalText = ({ fieldPage, pageCount, pageNumber, ready, painted }: Journey): string => {
  if (fieldPage > pageCount) return arrivalTexts.unavailable
  if (pageNumber !== fieldPage || !ready) return arrivalTexts.navigating(fieldPage)
  return painted === fieldPage ? arrivalTexts.ready : arrivalTexts.visible
}
