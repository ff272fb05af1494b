import type { PlaceKind } from '../found-place.ts'

/** The meaning of the words around a line. */
export interface PlaceLabel {
  readonly kind: PlaceKind
  readonly label: string
  readonly role: string | undefined
}
