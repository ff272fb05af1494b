import type { PlaceKind } from '../found-place.ts'

/** What the words around a line say. */
export interface PlaceLabel {
  readonly kind: PlaceKind
  readonly label: string
  readonly role: string | undefined
}
