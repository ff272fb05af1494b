import { arrivalTexts } from './constants.ts'

export interface Journey {
  /** Page of the field. */
  readonly fieldPage: number
  readonly pageCount: number
  readonly pageNumber: number
  /** The page on show is known, and what lies on it. */
  readonly ready: boolean
  /** Number of the page whose picture is there. */
  readonly painted: number | undefined
}

/** What is said while the guest is led to the field (specification, section 4). */
export const arrivalText = ({ fieldPage, pageCount, pageNumber, ready, painted }: Journey): string => {
  if (fieldPage > pageCount) return arrivalTexts.unavailable
  if (pageNumber !== fieldPage || !ready) return arrivalTexts.navigating(fieldPage)
  return painted === fieldPage ? arrivalTexts.ready : arrivalTexts.visible
}
