import SignaturePad from 'signature_pad'
import { clamp } from '../fields/geometry.ts'
import { EXPORT_MAX_WIDTH_PX, EXPORT_PADDING_PX, SIGNATURE_CANVAS } from './constants.ts'
import type { Pen, Stroke } from './strokes.ts'
import { inkBounds, moveStrokes, scaleStrokes } from './strokes.ts'

/** A signature as it was made: by the pen, or by typing a name. */
export type Drawing =
  | { readonly kind: 'drawn'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'typed'; readonly name: string }

export const isBlank = (drawing: Drawing): boolean =>
  drawing.kind === 'drawn' ? drawing.strokes.length === 0 : drawing.name.trim() === ''

/** Script faces that systems bring along; the last word is theirs. */
export const SCRIPT_FONT =
  '"Snell Roundhand", "Segoe Script", "Apple Chancery", "Brush Script MT", "Dancing Script", "URW Chancery L", cursive'

/** Image of drawn ink: transparent, trimmed to the ink, at most 1000 pixels wide. */
const drawnPng = (strokes: readonly Stroke[]): string => {
  const ink = inkBounds(strokes)
  if (!ink) throw new Error('a signature without ink cannot be sent')
  const width = ink.width + 2 * EXPORT_PADDING_PX
  const height = ink.height + 2 * EXPORT_PADDING_PX
  const ratio = clamp(EXPORT_MAX_WIDTH_PX / width, 0, EXPORT_MAX_WIDTH_PX / SIGNATURE_CANVAS.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * ratio)
  canvas.height = Math.ceil(height * ratio)
  const pad = new SignaturePad(canvas)
  const home = moveStrokes(strokes, EXPORT_PADDING_PX - ink.x, EXPORT_PADDING_PX - ink.y)
  pad.fromData(scaleStrokes(home, ratio))
  const png = pad.toDataURL('image/png')
  pad.off()
  return png
}

/** Image of a typed name, in a script face. */
const typedPng = (name: string, pen: Pen): string => {
  const font = `italic 160px ${SCRIPT_FONT}`
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser cannot draw')
  context.font = font
  const { actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } =
    context.measureText(name)
  const padding = 16
  const width = actualBoundingBoxLeft + actualBoundingBoxRight + 2 * padding
  const height = actualBoundingBoxAscent + actualBoundingBoxDescent + 2 * padding
  const ratio = Math.min(1, EXPORT_MAX_WIDTH_PX / width)
  canvas.width = Math.ceil(width * ratio)
  canvas.height = Math.ceil(height * ratio)
  // Another size empties a canvas and its settings.
  context.scale(ratio, ratio)
  context.font = font
  context.fillStyle = pen.color
  context.fillText(name, padding + actualBoundingBoxLeft, padding + actualBoundingBoxAscent)
  return canvas.toDataURL('image/png')
}

/**
 * The signature as a PNG data URL, on no background: its ink lies on the paper of the document.
 *
 * @throws Error when there is no ink
 */
export const pngOf = (drawing: Drawing, pen: Pen): string =>
  drawing.kind === 'drawn' ? drawnPng(drawing.strokes) : typedPng(drawing.name.trim(), pen)
