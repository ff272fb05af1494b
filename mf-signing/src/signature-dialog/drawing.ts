import SignaturePad from 'signature_pad'
import { clamp, type Rect } from '../geometry/geometry.ts'
import { EXPORT_MAX_WIDTH_PX, EXPORT_PADDING_PX, SIGNATURE_CANVAS } from './constants.ts'
import { typedNameProblem } from './script-characters.ts'
import { fontOf, loadScriptFaces, type ScriptFace, scriptFaces } from './script-faces.ts'
import type { SignatureImage } from './signature-image.ts'
import type { PenStroke, StrokePen } from './strokes.ts'
import { inkBounds, moveStrokes, scaleStrokes } from './strokes.ts'

type DrawingMethod = 'drawn' | 'typed' | 'image'

export interface SignatureDrawing {
  readonly method: DrawingMethod
  readonly strokes: readonly PenStroke[]
  readonly name: string
  readonly face: ScriptFace
  readonly image: SignatureImage | undefined
}

export const blankDrawing: SignatureDrawing = {
  method: 'drawn',
  strokes: [],
  name: '',
  face: scriptFaces[0].id,
  image: undefined,
}

/** Also true for a name that the chosen face cannot write. */
export const isBlankDrawing = ({ method, strokes, name, face, image }: SignatureDrawing): boolean => {
  switch (method) {
    case 'drawn':
      return inkOnPaper(strokes) === undefined
    case 'typed':
      return name.trim() === '' || typedNameProblem(name, face) !== undefined
    case 'image':
      return image === undefined
  }
}

const inkOnPaper = (strokes: readonly PenStroke[]): Rect | undefined => {
  const ink = inkBounds(strokes)
  if (!ink) return undefined
  const [x, y] = [Math.max(0, ink.x), Math.max(0, ink.y)]
  const width = Math.min(SIGNATURE_CANVAS.width, ink.x + ink.width) - x
  const height = Math.min(SIGNATURE_CANVAS.height, ink.y + ink.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

export const drawnPng = (strokes: readonly PenStroke[], widest = EXPORT_MAX_WIDTH_PX): string => {
  const ink = inkOnPaper(strokes)
  if (!ink) throw new Error('a signature without ink cannot be sent')
  const width = ink.width + 2 * EXPORT_PADDING_PX
  const height = ink.height + 2 * EXPORT_PADDING_PX
  const ratio = clamp(widest / width, 0, widest / SIGNATURE_CANVAS.width)
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

const typedPng = (name: string, face: ScriptFace, pen: StrokePen): string => {
  const font = fontOf(face, 160)
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
  // Resizing a canvas clears its content and settings.
  context.scale(ratio, ratio)
  context.font = font
  context.fillStyle = pen.color
  context.fillText(name, padding + actualBoundingBoxLeft, padding + actualBoundingBoxAscent)
  return canvas.toDataURL('image/png')
}

/** Before `pngOf`: a canvas does not wait for fonts. */
export const readyDrawing = async ({ method, name }: SignatureDrawing): Promise<void> => {
  if (method === 'typed') await loadScriptFaces(name)
}

export const pngOf = ({ method, strokes, name, face, image }: SignatureDrawing, pen: StrokePen): string => {
  switch (method) {
    case 'drawn':
      return drawnPng(strokes)
    case 'typed':
      return typedPng(name.normalize('NFC').trim(), face, pen)
    case 'image':
      if (!image) throw new Error('a signature without ink cannot be sent')
      return image.png
  }
}
