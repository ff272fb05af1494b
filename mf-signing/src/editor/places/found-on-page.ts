import type { FoundPlace } from 'pdf/places'
import { rectOverlapArea } from '../../fields/free-place.ts'
import type { FractionRect } from '../../geometry/geometry.ts'

export interface PlaceOnPage extends FoundPlace {
  readonly id: string
  readonly page: number
}

interface PlacedOnPage {
  readonly page: number
  readonly rect: FractionRect
}

/** A field that covers so much of a place has taken it. */
const COVERED = 0.3

const isTaken = (place: PlaceOnPage, fields: readonly PlacedOnPage[]): boolean => {
  const area = place.rect.width * place.rect.height
  return fields.some(({ page, rect }) => page === place.page && rectOverlapArea(rect, place.rect) > COVERED * area)
}

/** Places without a field; those of undone fields come back. */
export const openPlaces = (
  found: readonly PlaceOnPage[],
  dismissed: ReadonlySet<string>,
  fields: readonly PlacedOnPage[],
): readonly PlaceOnPage[] => found.filter((place) => !dismissed.has(place.id) && !isTaken(place, fields))
