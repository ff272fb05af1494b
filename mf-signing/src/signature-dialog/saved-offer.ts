import type { Drawing } from './drawing.ts'
import type { Pen } from './strokes.ts'

export interface SavedPicture {
  readonly id: number
  readonly name: string
  /** PNG data URL. */
  readonly png: string
}

export interface SavedOffer {
  readonly signatures: readonly SavedPicture[]
  /** Per account. */
  readonly most: number
  /** Reports failures itself. */
  readonly forget: (signature: SavedPicture) => void
  /** Reports failures itself. */
  readonly keep: (drawing: Drawing, pen: Pen) => void
}

export const savedIdOf = ({ method, image }: Drawing): number | undefined =>
  method === 'image' ? image?.savedId : undefined

export const withSaved = (drawing: Drawing, { id, name, png }: SavedPicture): Drawing => ({
  ...drawing,
  method: 'image',
  image: { png, filename: name, savedId: id },
})
