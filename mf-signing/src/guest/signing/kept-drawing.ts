import * as v from 'valibot'
import { keepInTab, readInTab } from '../../kept-in-tab.ts'
import { scriptFaces } from '../../signature-dialog/script-faces.ts'
import type { MadeSignature } from '../../signature-dialog/use-made-signature.ts'
import { continuesVisit } from './continues-visit.ts'
import { drawingKeyOf, forgetKeptDrawing } from './forget-drawing.ts'

const StrokeSchema = v.object({
  penColor: v.string(),
  dotSize: v.number(),
  minWidth: v.number(),
  maxWidth: v.number(),
  velocityFilterWeight: v.number(),
  compositeOperation: v.literal('source-over'),
  points: v.array(v.object({ x: v.number(), y: v.number(), pressure: v.number(), time: v.number() })),
})

/** An image is not kept: a photo may be larger than the storage. */
const KeptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    method: v.picklist(['drawn', 'typed']),
    strokes: v.array(StrokeSchema),
    name: v.string(),
    face: v.picklist(scriptFaces.map(({ id }) => id)),
    pen: v.object({ color: v.string(), thickness: v.number() }),
  }),
)

export const readDrawing = (fieldId: number): MadeSignature | undefined => {
  if (!continuesVisit()) {
    forgetKeptDrawing(fieldId)
    return undefined
  }
  const parsed = v.safeParse(KeptSchema, readInTab(drawingKeyOf(fieldId)))
  if (!parsed.success) return undefined
  const { pen, ...drawing } = parsed.output
  return { drawing: { ...drawing, image: undefined }, pen }
}

export const storeDrawing = (fieldId: number, { drawing, pen }: MadeSignature): void => {
  const { method, strokes, name, face } = drawing
  if (method === 'image' || (method === 'drawn' && strokes.length === 0)) {
    forgetKeptDrawing(fieldId)
    return
  }
  // Full or blocked: a reload loses the drawing.
  keepInTab(drawingKeyOf(fieldId), JSON.stringify({ method, strokes, name, face, pen }))
}
