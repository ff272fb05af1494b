import { SignatureExtractor } from 'pdfjs-dist'
import * as v from 'valibot'
import type { OutlineSource, SignatureData, SignatureOutline } from './pdfjs-internals.ts'

export const SIGNATURE_HEIGHT = 40

const UnpackedSchema = v.object({
  areContours: v.boolean(),
  thickness: v.number(),
  width: v.number(),
  height: v.number(),
  outlines: v.array(v.custom<ArrayLike<number>>((points) => typeof points === 'object' && points !== null)),
})

const OutlineResultSchema = v.nullable(
  v.custom<SignatureOutline>((made) => typeof made === 'object' && made !== null && 'newCurves' in made),
)

export type UnpackedSignature = v.InferOutput<typeof UnpackedSchema>

/** Outlines are independent of the page's size. */
const SIDE = 1000
const page = { pageWidth: SIDE, pageHeight: SIDE, rotation: 0, innerMargin: 0 }

/** As pdf.js's signature editor, without one. */
export const outlineSource: OutlineSource = {
  getFromImage: (bitmap) => v.parse(OutlineResultSchema, SignatureExtractor.process(bitmap, SIDE, SIDE, 0, 0)),
  getFromText: (text, font) =>
    v.parse(OutlineResultSchema, SignatureExtractor.extractContoursFromText(text, font, SIDE, SIDE, 0, 0)),
  getDrawnSignature: (lines) =>
    v.parse(
      OutlineResultSchema,
      SignatureExtractor.processDrawnLines({ lines, ...page, mustSmooth: false, areContours: false }),
    ),
}

export const packOutline = async (outline: SignatureOutline): Promise<string> => {
  const { newCurves, areContours, thickness, width, height } = outline
  const packed: unknown = await SignatureExtractor.compressSignature({
    outlines: [...newCurves],
    areContours,
    thickness,
    width,
    height,
  })
  return v.parse(v.string(), packed)
}

export const unpackOutline = async (packed: string): Promise<UnpackedSignature | undefined> => {
  const parsed = v.safeParse(UnpackedSchema, await SignatureExtractor.decompressSignature(packed))
  return parsed.success ? parsed.output : undefined
}

const signatureCurves = ({ outlines, thickness, width, height }: UnpackedSignature) => ({
  curves: outlines.map((points) => ({ points: Array.from(points) })),
  thickness,
  width,
  height,
})

/** `uuid`: id of the saved signature. */
export const placeableSignature = (signature: UnpackedSignature, description: string, uuid: string): SignatureData => ({
  lines: signatureCurves(signature),
  mustSmooth: false,
  areContours: signature.areContours,
  description,
  uuid,
  heightInPage: SIGNATURE_HEIGHT,
})

export interface SignaturePicture {
  readonly path: string
  readonly viewBox: string
  /** The path is an outline, not a stroke. */
  readonly filled: boolean
}

const OutlineSchema = v.object({
  outline: v.custom<{ toSVGPath(): string; readonly viewBox: string }>(
    (outline) => typeof outline === 'object' && outline !== null && 'viewBox' in outline,
  ),
})

export const pictureOf = (signature: UnpackedSignature): SignaturePicture => {
  const side = Math.max(signature.width, signature.height)
  const { outline } = v.parse(
    OutlineSchema,
    SignatureExtractor.processDrawnLines({
      lines: signatureCurves(signature),
      pageWidth: side,
      pageHeight: side,
      rotation: 0,
      innerMargin: 0,
      mustSmooth: false,
      areContours: signature.areContours,
    }),
  )
  return { path: outline.toSVGPath(), viewBox: String(outline.viewBox), filled: signature.areContours }
}
