import type { SignatureDrawing } from './drawing.ts'
import type { StrokePen } from './strokes.ts'

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
  readonly keep: (drawing: SignatureDrawing, pen: StrokePen) => void
}

export const savedIdOf = ({ method, image }: SignatureDrawing): number | undefined =>
  method === 'image' ? image?.savedId : undefined

export const withSaved = (drawing: SignatureDrawing, { id, name, png }: SavedPicture): SignatureDrawing => ({
  ...drawing,
  method: 'image',
  image: { png, filename: name, savedId: id },
})
