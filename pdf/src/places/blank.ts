import type { PlaceKind, PlaceSource } from './found-place.ts'

/** `{{firma:arrendatario}}`, `{{texto:Domicilio|obligatorio}}`. */
export interface TextTag {
  readonly kind: PlaceKind
  readonly role: string | undefined
  readonly label: string
  readonly required: boolean
}

/** Something to write on: the line itself, in points as seen, before its label is known. */
export interface BlankLine {
  readonly source: PlaceSource
  readonly x: number
  readonly width: number
  /** The baseline of the writing. */
  readonly y: number
  /** Of the font nearby, in points. */
  readonly size: number
  /** Words to the left, up to the next gap or line; empty if there are none within reach. */
  readonly before: string
  readonly tag?: TextTag
}
