import type { SavedSignature } from 'shared/http/deferred'
import {
  outlineSource,
  packOutline,
  pictureOf,
  type UnpackedSignature,
  unpackOutline,
} from '../annotations/adapter/signature-outlines.ts'
import { outlineOf } from '../annotations/signatures/outline-of.ts'
import type { SignatureDrawing } from '../signature-dialog/drawing.ts'
import type { SavedPicture } from '../signature-dialog/saved-offer.ts'
import type { StrokePen } from '../signature-dialog/strokes.ts'
import { fitPicture } from './fit-picture.ts'

const INK = '#000000'

const drawPicture = (signature: UnpackedSignature): string => {
  const picture = pictureOf(signature)
  const { width, height, scale, x, y, lineWidth } = fitPicture(picture.viewBox, signature)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser cannot draw')
  context.setTransform(scale, 0, 0, scale, x, y)
  const path = new Path2D(picture.path)
  if (picture.filled) {
    context.fillStyle = INK
    context.fill(path)
  } else {
    Object.assign(context, { strokeStyle: INK, lineWidth, lineCap: 'round', lineJoin: 'round' })
    context.stroke(path)
  }
  return canvas.toDataURL('image/png')
}

/** Empty for outlines that pdf.js cannot read. */
export const toPicture = async ({ id, name, outlines }: SavedSignature): Promise<readonly SavedPicture[]> => {
  const unpacked = await unpackOutline(outlines)
  return unpacked ? [{ id, name, png: drawPicture(unpacked) }] : []
}

export const packDrawing = async (drawing: SignatureDrawing, pen: StrokePen): Promise<string> => {
  const outline = await outlineOf(outlineSource, drawing, pen)
  if (!outline) throw new Error('the signature has no outline')
  return packOutline(outline)
}
