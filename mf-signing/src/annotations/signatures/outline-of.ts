import { SIGNATURE_CANVAS } from '../../signature-dialog/constants.ts'
import type { SignatureDrawing } from '../../signature-dialog/drawing.ts'
import { loadScriptFaces, scriptFaces } from '../../signature-dialog/script-faces.ts'
import type { StrokePen } from '../../signature-dialog/strokes.ts'
import type { OutlineSource, SignatureOutline } from '../adapter/pdfjs-internals.ts'

/** The CSP forbids `fetch` of data URLs. */
const dataUrlBytes = (dataUrl: string): Uint8Array<ArrayBuffer> => {
  const text = atob(dataUrl.slice(dataUrl.indexOf(',') + 1))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

const fromPicture = async (source: OutlineSource, png: string): Promise<SignatureOutline | null> => {
  const bitmap = await createImageBitmap(new Blob([dataUrlBytes(png)], { type: 'image/png' }))
  try {
    return source.getFromImage(bitmap)
  } finally {
    bitmap.close()
  }
}

/** Null without ink. */
export const outlineOf = async (
  source: OutlineSource,
  drawing: SignatureDrawing,
  pen: StrokePen,
): Promise<SignatureOutline | null> => {
  switch (drawing.method) {
    case 'drawn':
      return source.getDrawnSignature({
        curves: drawing.strokes.map(({ points }) => ({ points: points.flatMap(({ x, y }) => [x, y]) })),
        thickness: pen.thickness,
        ...SIGNATURE_CANVAS,
      })
    case 'typed': {
      await loadScriptFaces(drawing.name)
      const family = scriptFaces.find(({ id }) => id === drawing.face)?.family ?? scriptFaces[0].family
      const font = { fontFamily: `"${family}", cursive`, fontStyle: 'normal', fontWeight: '400' }
      return source.getFromText(drawing.name.normalize('NFC').trim(), font)
    }
    case 'image':
      return drawing.image ? fromPicture(source, drawing.image.png) : null
  }
}
