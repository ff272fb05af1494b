import type { Bearer } from 'shared/http'
import { annotationsApi } from 'shared/http/deferred'
import { signatureTexts } from '../annotations/signatures/texts.ts'
import type { SignatureDrawing } from '../signature-dialog/drawing.ts'
import type { SavedPicture } from '../signature-dialog/saved-offer.ts'
import type { StrokePen } from '../signature-dialog/strokes.ts'

export { SAVED_SIGNATURES_MAX } from 'shared/http/deferred'

/** pdf.js reads and writes the outlines. */
const loadPictures = () => import(/* webpackChunkName: "saved-signatures" */ './pictures.ts')

export const listPictures = async (bearer: Bearer, signal: AbortSignal): Promise<readonly SavedPicture[]> => {
  const stored = await annotationsApi.signatures(signal, bearer)
  if (stored.length === 0) return []
  const { toPicture } = await loadPictures()
  return (await Promise.all(stored.map(toPicture))).flat()
}

export const forgetPicture = (bearer: Bearer, { id }: SavedPicture) => annotationsApi.forgetSignature(id, bearer)

/** @throws HttpError; Error without an outline */
export const keepDrawing = async (
  bearer: Bearer,
  drawing: SignatureDrawing,
  pen: StrokePen,
  name: string = signatureTexts.defaultName,
): Promise<readonly SavedPicture[]> => {
  const { packDrawing, toPicture } = await loadPictures()
  const body = { way: drawing.method, name, outlines: await packDrawing(drawing, pen) }
  return toPicture(await annotationsApi.keepSignature(body, bearer))
}
