import type { PageRect } from '../syntax/page-geometry.ts'

export const placeKinds = ['signature', 'initials', 'name', 'identification', 'date', 'text'] as const

export type PlaceKind = (typeof placeKinds)[number]

/** A signature field of the PDF, a text tag, a line of characters, or a stroke. */
export type PlaceSource = 'field' | 'tag' | 'line' | 'stroke'

export interface FoundPlace {
  readonly kind: PlaceKind
  readonly source: PlaceSource
  /** Fractions of the page as it is seen, like the editor's fields. */
  readonly rect: PageRect
  /** Who signs or fills it, in the document's own words («El arrendatario»). */
  readonly role: string | undefined
  /** The words next to the place, for the name of a form field. */
  readonly label: string
  /** Only a tag or a field can say so. */
  readonly required: boolean
}
