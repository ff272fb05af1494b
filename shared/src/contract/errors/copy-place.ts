import * as v from 'valibot'

/** Page from 1, rectangle in fractions of the visible page. */
export const DocumentPlaceSchema = v.object({
  page: v.number(),
  rect: v.optional(v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })),
})

/** What to do after COPY_COVERS. */
export const SIGN_INSIDE =
  'Firma de nuevo la copia que descargaste, dentro del recuadro que dice tu nombre o con firma invisible, y súbela.'
/** What to do after COPY_NOT_COMPARED. */
export const COMPARE_AGAIN =
  'Inténtalo otra vez en unos minutos. Si vuelve a pasar, el documento es demasiado grande para firmarlo con tu programa: firma aquí con otro de los medios.'

/**
 * Names the page of COPY_COVERS and COPY_NOT_COMPARED.
 * @returns undefined for other codes, and without a page
 */
export const copyPlaceText = (code: string, page: number): string | undefined => {
  if (page < 1) return undefined
  if (code === 'COPY_COVERS')
    return `La copia se ve distinta en la página ${page}, fuera de tu recuadro de firma. ${SIGN_INSIDE}`
  return code === 'COPY_NOT_COMPARED'
    ? `No pudimos comprobar que la copia se ve igual que el documento desde la página ${page}. ${COMPARE_AGAIN}`
    : undefined
}
